import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findRequest, listBookedWindows, listMoves, listRequestWindows } from '../../bookings/index.ts'
import { countMessages } from '../../chat/index.ts'
import { listRequestDisputes } from '../../disputes/index.ts'
import { listRequestPayments, listRequestRefunds } from '../../payments/index.ts'
import { findUser } from '../../people/index.ts'

export type BookingRows = Awaited<ReturnType<typeof readBooking>>
export type BookingVisit = BookingRows['visits'][number]

/** Reads a request and all that the record shows of it. @throws AppError 404 for an unknown request */
export async function readBooking(reader: Reader, requestId: number) {
  const request = await findRequest(reader, requestId)
  const caregiver = request && (await findUser(reader, request.caregiverId))
  const caretaker = request && (await findUser(reader, request.familyId))
  if (!request || !caregiver || !caretaker) throw notFound()
  return {
    request,
    caregiver,
    caretaker,
    windows: await listRequestWindows(reader, requestId),
    visits: await listBookedWindows(reader, requestId),
    payments: await listRequestPayments(reader, requestId),
    refunds: await listRequestRefunds(reader, requestId),
    moves: await listMoves(reader, requestId),
    disputes: await listRequestDisputes(reader, requestId),
    messages: await countMessages(reader, request),
  }
}
