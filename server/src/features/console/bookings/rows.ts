import { and, asc, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { listBookedWindows, listMoves, listRequestWindows, requests } from '../../bookings/index.ts'
import { conversations } from '../../chat/index.ts'
import { disputes } from '../../disputes/index.ts'
import { payments, refunds } from '../../payments/index.ts'
import { users } from '../../people/index.ts'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

export type BookingRows = Awaited<ReturnType<typeof readBooking>>
export type Booked = BookingRows['booked'][number]

/** The refunds of a request, newest first. */
export async function listRefunds(reader: Reader, requestId: number) {
  const rows = await reader
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.requestId, requestId))
    .orderBy(desc(refunds.id))
  return rows.map(({ refund }) => refund)
}

/** A request and all that belongs to it, with a constant number of statements. @throws AppError 404 */
export async function readBooking(reader: Reader, requestId: number) {
  const [found] = await reader
    .select({ request: requests, caregiver: caregivers, caretaker: caretakers })
    .from(requests)
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, requests.caretakerId))
    .where(eq(requests.id, requestId))
  if (!found) throw notFound()
  const { caregiverId, caretakerId } = found.request
  const ofRequest = await reader
    .select()
    .from(payments)
    .where(eq(payments.requestId, requestId))
    .orderBy(desc(payments.id))
  const [conversation] = await reader
    .select({ messages: conversations.lastSequence })
    .from(conversations)
    .where(and(eq(conversations.caregiverId, caregiverId), eq(conversations.caretakerId, caretakerId)))
  return {
    ...found,
    windows: await listRequestWindows(reader, requestId),
    booked: await listBookedWindows(reader, requestId),
    payments: ofRequest,
    refunds: await listRefunds(reader, requestId),
    moves: await listMoves(reader, requestId),
    disputes: await reader
      .select()
      .from(disputes)
      .where(eq(disputes.requestId, requestId))
      .orderBy(asc(disputes.id)),
    messages: conversation?.messages ?? 0,
  }
}
