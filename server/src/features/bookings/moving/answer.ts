import type { Move, MoveAnswer } from '@tendwell/contract/bookings/moves'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, notFound, outdated } from '../../../platform/errors.ts'
import { bookTimes, freeTimes, type LockedCaregiver, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { findUser } from '../../people/index.ts'
import { HOURS_CLOSED, NOT_LISTED } from '../messages.ts'
import { scheduleRelease } from '../paying/release.ts'
import { autoRejectOverlapping } from '../requests/auto-rejection.ts'
import { getRange } from '../requests/calendar.ts'
import { findHeldUntilMs, findUnavailability } from '../requests/unavailability.ts'
import type { BookedWindow } from '../responses.ts'
import { lockRequest, type RequestRow } from '../store.ts'
import { updateAges } from './ages.ts'
import { getMovableBookings, loadAvailabilityWithout } from './hours.ts'
import { getOwnPaidRequest } from './proposal.ts'
import { endMove, findMove, lockMove, type MoveRow, toMovedIntervals, toMoveResponse } from './store.ts'
import { calculateMoveShares, writeMovedBookings } from './windows.ts'

/**
 * Answers an open proposal: the side that proposed can withdraw, the other side can accept or decline.
 * Accepting swaps the hours in one transaction; if the new hours are no longer free, the proposal ends as
 * `unavailable` and nothing is moved.
 * @throws AppError 403 for an answer of the other side, 404 for another's request, 409 when the proposal is
 *   no longer open or its hours are taken or closed
 * @see docs/rules/bookings.md#moving
 */
export async function answerMove(
  deps: Deps,
  userId: number,
  moveId: number,
  answer: MoveAnswer,
): Promise<Move> {
  const outcome = await withTransaction(deps.database, async (transaction) => {
    const moveBeforeLock = await findMove(transaction, moveId)
    if (!moveBeforeLock) throw notFound()
    const { request, side } = await getOwnPaidRequest(transaction, userId, moveBeforeLock.requestId)
    const isProposer = side === moveBeforeLock.proposedBy
    const isAllowedAnswer = answer === 'withdrawn' ? isProposer : !isProposer
    if (!isAllowedAnswer) {
      throw forbidden(
        answer === 'withdrawn'
          ? 'Only the side that proposed the new time can withdraw it'
          : 'You proposed this time, so the other side answers',
      )
    }
    const caregiver = await lockCaregiver(transaction, request.caregiverId, 'update')
    await lockRequest(transaction, request.id)
    const move = await lockMove(transaction, moveId)
    const now = deps.clock.now()
    const isOpen = move.status === 'proposed' && move.expiresAt > now
    // A job ends the proposal soon after a block or the end of the family's account; until it has run, the
    // answer is refused.
    const isReachable =
      (await findUser(transaction, request.familyId))?.isActive &&
      (await lockPairUnlessBlocked(transaction, request.familyId, request.caregiverId))
    if (!isOpen || !isReachable) throw outdated('proposal')
    const isPossible =
      answer !== 'accepted' ||
      (await swapHours(transaction, deps, request, requireListed(caregiver, side), move))
    const endStatus = isPossible ? answer : 'unavailable'
    await endMove(transaction, moveId, endStatus, now)
    await deps.jobs.publish(transaction, 'move.ended', { moveId })
    // Returns also if it isn't possible, so that the end of the proposal is committed before the error.
    return { move: toMoveResponse({ ...move, status: endStatus }), isPossible }
  })
  if (!outcome.isPossible) throw conflict('These times are no longer free, so the booking stays as it is')
  return outcome.move
}

/**
 * Requires that the caregiver is listed. The proposal stays open otherwise, because they may be listed again.
 * @throws AppError 409
 */
function requireListed(caregiver: LockedCaregiver | null, side: Side): LockedCaregiver {
  if (caregiver?.isListed) return caregiver
  throw conflict(side === 'caregiver' ? NOT_LISTED : HOURS_CLOSED)
}

/**
 * Gives the bookings of a proposal their new hours.
 * @returns false, with nothing changed, when the new hours are not free
 */
async function swapHours(
  transaction: Transaction,
  deps: Deps,
  request: RequestRow,
  caregiver: LockedCaregiver,
  move: MoveRow,
): Promise<boolean> {
  const movedBookings = await getMovableBookings(transaction, deps, request.id, move.bookingIds)
  const newHours = toMovedIntervals(move.toWindows)
  if (!(await areHoursBookable(transaction, deps, caregiver, movedBookings, newHours))) return false
  const oldBookedTimeIds = movedBookings.flatMap(({ booking }) => booking.bookedTimeId ?? [])
  // Checked at the commit, because the bookings refer to the freed times until they have the new ones.
  await transaction.execute(sql`SET CONSTRAINTS bookings_booked_time_id_booked_times_id_fk DEFERRED`)
  await freeTimes(transaction, deps, caregiver, oldBookedTimeIds)
  const bookedTimeIds = await bookTimes(transaction, deps, caregiver, newHours)
  await writeMovedBookings(transaction, movedBookings, {
    windows: move.toWindows,
    shares: calculateMoveShares(movedBookings, request, move),
    bookedTimeIds,
    now: deps.clock.now(),
  })
  await updateAges(transaction, request.id)
  await scheduleRelease(transaction, deps, request)
  await autoRejectOverlapping(transaction, deps, request)
  return true
}

/** Whether a caregiver is free at the new hours, with the hours of the moved bookings counting as free. */
async function areHoursBookable(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiver: LockedCaregiver,
  movedBookings: readonly BookedWindow[],
  newHours: readonly { startMs: number; endMs: number }[],
): Promise<boolean> {
  const range = getRange(newHours)
  const availability = await loadAvailabilityWithout(transaction, deps, caregiver, movedBookings, range)
  return (
    findUnavailability(newHours, availability) === null && findHeldUntilMs(newHours, availability) === null
  )
}
