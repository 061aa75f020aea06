import { getShortestVisitMinutes } from '@tendwell/contract/availability/settings'
import { listOpenSlots } from '@tendwell/contract/availability/slots'
import { listSlotsByDate } from '@tendwell/contract/availability/viewer-slots'
import type { MoveBody } from '@tendwell/contract/bookings/bookings'
import {
  MOVE_ANSWER_MS,
  MOVE_SLOTS_DAYS_MAXIMUM,
  type Move,
  type MoveSlotsQuery,
} from '@tendwell/contract/bookings/moves'
import { formatHours } from '@tendwell/contract/format'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { HOUR_MS, type Interval, MINUTE_MS, toDateInterval, toDayNumber } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import {
  getOfferEndMs,
  type LockedCaregiver,
  lockCaregiver,
  type StoredAvailability,
} from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { findUser, lockUser } from '../../people/index.ts'
import { FAMILY_INACTIVE, HOURS_CLOSED } from '../messages.ts'
import { findRequest, toIntervals } from '../queries.ts'
import { pickAlternatives } from '../requests/alternatives.ts'
import { getNearbyRange } from '../requests/calendar.ts'
import { toHours } from '../requests/price.ts'
import {
  type MatchedWindow,
  matchWindows,
  parseWindows,
  requireMinimumVisit,
} from '../requests/requested-windows.ts'
import { findSentLimitError, listSentProposals } from '../requests/sent-limits.ts'
import type { BookedWindow } from '../responses.ts'
import { lockRequest, type RequestRow } from '../store.ts'
import { expireOpenMoveIfDue } from './end.ts'
import { getMovableBookings, loadAvailabilityWithout } from './hours.ts'
import { insertMove, toMoveResponse, toMoveWindow } from './store.ts'
import { calculateMoveShares } from './windows.ts'

type MoveDeps = Pick<Deps, 'clock' | 'config' | 'jobs'>

/**
 * A paid request and which side of it a person is.
 * @throws AppError 404 for a person who is neither side, and for an unpaid request
 */
export async function getOwnPaidRequest(
  reader: Reader,
  userId: number,
  requestId: number,
): Promise<{ request: RequestRow; side: Side }> {
  const request = await findRequest(reader, requestId)
  if (!request?.paidAt) throw notFound()
  if (request.familyId === userId) return { request, side: 'caretaker' }
  if (request.caregiverId === userId) return { request, side: 'caregiver' }
  throw notFound()
}

/**
 * Proposes other hours for bookings that are ahead. Nothing is reserved until the other side accepts.
 * @throws AppError 400 on `windows` that are not offered or not as long as the bookings, 404 for another's
 *   request, 409 for bookings that can't be moved, for hours that are taken (with `alternatives`), and while
 *   a proposal is open; 429 for too many within a day
 * @see docs/rules/bookings.md#moving
 */
export async function proposeMove(
  transaction: Transaction,
  deps: MoveDeps,
  userId: number,
  requestId: number,
  body: MoveBody,
): Promise<Move> {
  // Locks the person, so that their parallel calls are counted one after another.
  await lockUser(transaction, userId)
  const { side, request } = await getOwnPaidRequest(transaction, userId, requestId)
  const caregiver = await lockCaregiver(transaction, request.caregiverId, 'share')
  const isReachable =
    caregiver?.isListed && (await lockPairUnlessBlocked(transaction, request.familyId, request.caregiverId))
  if (!isReachable) throw conflict(HOURS_CLOSED)
  if (deps.config.rateLimits)
    await requireBelowProposalLimit(transaction, deps, { id: userId, side }, request)
  await lockRequest(transaction, requestId)
  const movedBookings = await getMovableBookings(transaction, deps, requestId, body.booking_ids)
  if (!(await findUser(transaction, request.familyId))?.isActive) throw conflict(FAMILY_INACTIVE)
  const windows = await matchNewWindows(transaction, deps, { caregiver, side }, movedBookings, body)
  const oldIntervals = toIntervals(movedBookings.map(({ window }) => window))
  const proposedAt = deps.clock.now()
  await expireOpenMoveIfDue(transaction, deps, requestId)
  const shares = calculateMoveShares(movedBookings, request, { proposedBy: side, proposedAt })
  // An answer has to come before the first of the old and new hours.
  const firstStartMs = Math.min(...[...oldIntervals, ...windows].map(({ startMs }) => startMs))
  const move = await insertMove(transaction, {
    requestId,
    proposedBy: side,
    bookingIds: movedBookings.map(({ booking }) => booking.id),
    fromWindows: oldIntervals.map((interval) => toMoveWindow(interval, request.timezone)),
    toWindows: windows.map((window) => ({
      ...toMoveWindow(window, request.timezone),
      buffer_minutes: Math.floor(window.bufferMs / MINUTE_MS),
    })),
    keptCents: shares.reduce((sum, shareCents) => sum + shareCents, 0),
    proposedAt,
    expiresAt: new Date(Math.min(proposedAt.getTime() + MOVE_ANSWER_MS, firstStartMs)),
  })
  if (!move) throw conflict('Another time is already proposed for this booking')
  await deps.jobs.publish(transaction, 'move.proposed', { moveId: move.id })
  return toMoveResponse(move)
}

/** @throws AppError 429 for a side that has proposed other times too often within a day */
async function requireBelowProposalLimit(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  proposer: { id: number; side: Side },
  { caregiverId, familyId }: RequestRow,
): Promise<void> {
  const now = clock.now()
  const recipient =
    proposer.side === 'caregiver'
      ? { id: familyId, name: 'this family' }
      : { id: caregiverId, name: 'this caregiver' }
  const sentProposals = await listSentProposals(transaction, proposer, now)
  const limitError = findSentLimitError(sentProposals, 'proposals of another time', recipient, now)
  if (limitError) throw limitError
}

/**
 * Matches the new windows with slots that are offered to a side, in order of time.
 * @throws AppError 400 for windows that are not offered, not as long as the moved bookings, or the hours
 *   that they have already; 409 with `alternatives` for taken hours
 */
async function matchNewWindows(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiver, side }: { caregiver: LockedCaregiver; side: Side },
  movedBookings: readonly BookedWindow[],
  { windows, timezone }: MoveBody,
): Promise<MatchedWindow[]> {
  const nowMs = deps.clock.now().getTime()
  const noticeHours = side === 'caregiver' ? 0 : caregiver.noticeHours
  const hours = parseWindows(windows, timezone, { fromMs: nowMs, toMs: getOfferEndMs(nowMs), noticeHours })
  const range = getNearbyRange(hours)
  const availability = await loadAvailabilityWithout(transaction, deps, caregiver, movedBookings, range)
  const oldIntervals = toIntervals(movedBookings.map(({ window }) => window))
  const minimumVisitMs = getMinimumVisitMs(side, availability, oldIntervals)
  const slots = listOpenSlots({
    ...availability,
    noticeMs: noticeHours * HOUR_MS,
    minimumVisitMs,
    fromMs: range.fromMs,
    toMs: Math.min(range.toMs, getOfferEndMs(nowMs)),
  })
  const matchedWindows = matchWindows(windows, timezone, slots)
  requireMinimumVisit(matchedWindows.windows, minimumVisitMs / MINUTE_MS)
  if (matchedWindows.takenWindows.length > 0) {
    const freeSlots = slots.filter(({ isOffered }) => isOffered)
    throw conflict('These times are already taken', {
      alternatives: pickAlternatives(matchedWindows, freeSlots, { minimumVisitMs, zone: timezone }),
    })
  }
  const oldMinutes = countMinutes(oldIntervals)
  if (countMinutes(matchedWindows.windows) !== oldMinutes) {
    throw invalid({ windows: [`The new times must come to ${formatHours(toHours(oldMinutes))} in all`] })
  }
  const haveSameStarts = matchedWindows.windows.every(
    ({ startMs }, index) => startMs === oldIntervals[index]?.startMs,
  )
  if (haveSameStarts && matchedWindows.windows.length === oldIntervals.length) {
    throw invalid({ windows: ['Choose other times than the ones that are booked'] })
  }
  return matchedWindows.windows
}

/**
 * How long the visits of a move are at least, in ms: the caregiver's own proposals may be of any length, and a visit that
 * is booked may stay as short as it is.
 */
function getMinimumVisitMs(
  side: Side,
  { minimumVisitMs = 0 }: Pick<StoredAvailability, 'minimumVisitMs'>,
  oldIntervals: readonly Interval[],
): number {
  if (side === 'caregiver') return 0
  return Math.min(minimumVisitMs, getShortestVisitMinutes(oldIntervals) * MINUTE_MS)
}

function countMinutes(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / MINUTE_MS, 0)
}

/**
 * The free slots that a side can move bookings to, in the zone of the query; the bookings' own hours count as
 * free.
 * @throws AppError 400 on `date_to`, 404 for another's request or a caregiver who is not listed, 409 for
 *   bookings that can't be moved
 */
export async function listMoveSlots(
  deps: Pick<Deps, 'clock' | 'database'>,
  userId: number,
  requestId: number,
  { booking_ids, date_from: firstDate, date_to: lastDate, timezone: viewerZone }: MoveSlotsQuery,
) {
  if (lastDate < firstDate) throw invalid({ date_to: ['date_to must not be before date_from'] })
  if (toDayNumber(lastDate) - toDayNumber(firstDate) >= MOVE_SLOTS_DAYS_MAXIMUM) {
    throw invalid({ date_to: [`The range can cover at most ${MOVE_SLOTS_DAYS_MAXIMUM} days`] })
  }
  const { request, side } = await getOwnPaidRequest(deps.database, userId, requestId)
  const movedBookings = await getMovableBookings(deps.database, deps, requestId, booking_ids)
  const { startMs, endMs } = toDateInterval(firstDate, lastDate, viewerZone)
  const availability = await loadAvailabilityWithout(deps.database, deps, request, movedBookings, {
    fromMs: startMs,
    toMs: endMs,
  })
  if (!availability.isListed) throw notFound()
  const untilMs = getOfferEndMs(availability.nowMs)
  const byDate = listSlotsByDate({
    ...availability,
    // The caregiver's own proposals need no notice.
    ...(side === 'caregiver' && { noticeMs: 0 }),
    minimumVisitMs: getMinimumVisitMs(
      side,
      availability,
      toIntervals(movedBookings.map(({ window }) => window)),
    ),
    ...{ first: firstDate, last: lastDate, viewerZone, untilMs },
  })
  return { slots: [...byDate.values()].flat().map((slot) => toMoveWindow(slot, viewerZone)) }
}
