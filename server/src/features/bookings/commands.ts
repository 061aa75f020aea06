import type { BookingRequest, RejectionCause, RequestBody } from '@tendwell/contract/bookings'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { type LockedCalendar, lockCalendar, offerEndMs } from '../availability/index.ts'
import { grantFamilyAccess } from '../profiles/index.ts'
import { obstacleOf, slotsNear } from './alternatives.ts'
import { canGo, priceOf } from './booking.ts'
import { findRequest, intervalsOf, requestFor, windowsOf } from './queries.ts'
import { insertRequest, moveRequest, type RequestRow } from './store.ts'
import { alternativesTo, chooseWindows, rangeOfWindows } from './windows.ts'

type Commanding = Pick<Deps, 'clock' | 'database' | 'jobs'>

const ANSWERED = 'This request has already been answered'
const NO_REQUESTS = 'This caregiver takes no requests at the moment'
export const HOURS_TAKEN = 'Another family has booked these hours, so this request was closed'
export const HOURS_BEGUN = 'These hours have already begun'
export const HOURS_CLOSED = 'The caregiver no longer offers these hours'
const OWN_HOURS_CLOSED =
  'These hours are closed in your calendar. Open them again to accept, or reject the request'

/** What whoever would still accept or pay a rejected request is told. */
export function whyClosed(cause: RejectionCause | null): string {
  if (cause === 'conflict') return HOURS_TAKEN
  if (cause === 'expired') return HOURS_BEGUN
  return cause === 'unavailable' ? HOURS_CLOSED : 'This request was rejected'
}

/**
 * Sends a caregiver a family's request for hours of hers. The server finds the hours and the price
 * (decisions §5).
 * @throws AppError 400 on `windows` that are not made of offered slots, 404 where she takes no requests, 409 with
 * `alternatives` where another family has booked some of the hours
 */
export async function createRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caretakerId: number,
  body: RequestBody,
): Promise<BookingRequest> {
  // Nobody books hours of hers between this look at them and the commit.
  const calendar = await lockCalendar(transaction, body.caregiver_id, 'share')
  if (!calendar?.isListed) throw notFound(NO_REQUESTS)
  const nowMs = deps.clock.now().getTime()
  const offer = { fromMs: nowMs, toMs: offerEndMs(nowMs) }
  const range = rangeOfWindows(body.windows, body.timezone, offer)
  const slots = await slotsNear(transaction, deps, calendar, range)
  const choice = chooseWindows(body.windows, body.timezone, slots)
  if (choice.taken.length > 0) {
    const alternatives = alternativesTo(choice, slots.free, body.timezone)
    throw conflict('These hours are already taken', { alternatives })
  }
  const requestId = await insertRequest(transaction, {
    ...priceOf(choice.windows, calendar.rateCents),
    caregiverId: body.caregiver_id,
    caretakerId,
    timezone: body.timezone,
    windows: choice.windows,
    submittedAt: new Date(nowMs),
  })
  await grantFamilyAccess(transaction, { caregiverId: body.caregiver_id, caretakerId, at: new Date(nowMs) })
  await deps.jobs.publish(transaction, { type: 'request.submitted', requestId })
  return requestFor(transaction, caretakerId, requestId)
}

/**
 * Answers a request for its caregiver (decisions §5: accepting blocks nobody else).
 * @throws AppError 404 when it is not hers, 403 when she may take none any more, 409 when it was answered before,
 * its hours have begun or she has closed them, or another family has booked them: then it is closed as well
 */
export async function answerRequest(
  deps: Commanding,
  caregiverId: number,
  requestId: number,
  answer: 'accepted' | 'rejected',
): Promise<BookingRequest> {
  const outcome = await withTransaction(deps.database, async (transaction) => {
    const request = await findRequest(transaction, requestId)
    if (request?.caregiverId !== caregiverId) throw notFound()
    const calendar = await lockCalendar(transaction, caregiverId, 'share')
    if (answer === 'accepted') {
      const obstacle = await obstacleToAccepting(transaction, deps, request, calendar)
      if (obstacle === 'closed') throw conflict(OWN_HOURS_CLOSED)
      if (obstacle === 'taken') return null
    }
    const moved = await moveRequest(transaction, requestId, answer === 'accepted' ? 'accept' : 'reject', {
      answeredAt: deps.clock.now(),
      ...(answer === 'rejected' && { rejectionCause: 'caregiver' }),
    })
    if (!moved) throw conflict(ANSWERED)
    await deps.jobs.publish(transaction, { type: 'request.answered', requestId, status: answer })
    return requestFor(transaction, caregiverId, requestId)
  })
  if (!outcome) throw conflict(HOURS_TAKEN)
  return outcome
}

function obstacleToAccepting(
  transaction: Transaction,
  deps: Commanding,
  request: RequestRow,
  calendar: LockedCalendar | null,
): Promise<'taken' | 'closed' | null> {
  const { rejectionCause } = request
  if (rejectionCause && rejectionCause !== 'caregiver') throw conflict(whyClosed(rejectionCause))
  if (!canGo('accept', request)) throw conflict(ANSWERED)
  if (!calendar?.isListed) throw forbidden('Your profile is pending admin verification')
  return requireToCome(transaction, deps, request, calendar)
}

/**
 * What is in the way of an unpaid request; null when nothing is. Where its hours are taken, the request is closed and
 * its family told, which must be committed before it is said.
 * @throws AppError 409 when they have begun
 */
export async function requireToCome(
  transaction: Transaction,
  deps: Commanding,
  request: RequestRow,
  calendar: LockedCalendar,
): Promise<'taken' | 'closed' | null> {
  const hours = intervalsOf(await windowsOf(transaction, request.id))
  const obstacle = await obstacleOf(transaction, deps, calendar, hours)
  if (obstacle === 'begun') throw conflict(HOURS_BEGUN)
  if (obstacle === 'taken') await closeRequest(transaction, deps, request.id, 'conflict')
  return obstacle
}

/** Closes an unpaid request by itself and tells its family, unless it was answered meanwhile: then they know. */
export async function closeRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  requestId: number,
  rejectionCause: RejectionCause,
): Promise<void> {
  if (!(await moveRequest(transaction, requestId, 'giveWay', { rejectionCause }))) return
  await deps.jobs.publish(transaction, { type: 'request.auto-rejected', requestId, paid: false })
}
