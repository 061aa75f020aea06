/**
 * Holds the hours of an accepted request for its family.
 * @see docs/rules/bookings.md#holding
 */
import { formatInstant } from '@tendwell/contract/format'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { holdTimes, type LockedCaregiver, loadAvailability } from '../../availability/index.ts'
import { listRequestWindows, toIntervals } from '../queries.ts'
import type { RequestRow } from '../store.ts'
import { getRange } from './calendar.ts'
import { findHeldUntilMs } from './unavailability.ts'

/**
 * Holds the hours of a request that is being accepted, for `HOLD_HOURS`, at most until the first of them begins.
 * The caller has locked the caregiver for update.
 * @returns until when they are held; null if nothing is held
 * @throws AppError 409 with `held_until` while another family's hold takes the hours or their buffer
 */
export async function holdHours(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config'>,
  { id: requestId }: Pick<RequestRow, 'id'>,
  caregiver: LockedCaregiver,
): Promise<Date | null> {
  if (deps.config.holdHours === 0) return null
  const intervals = toIntervals(await listRequestWindows(transaction, requestId))
  const range = getRange(intervals)
  const availability = await loadAvailability(transaction, deps, caregiver.caregiverId, range)
  const otherUntilMs = findHeldUntilMs(intervals, availability)
  if (otherUntilMs !== null) {
    const time = formatInstant(otherUntilMs, caregiver.timezone)
    throw conflict(`You’re holding these times for another family until ${time}. You can accept after that`, {
      held_until: new Date(otherUntilMs).toISOString(),
    })
  }
  const untilMs = Math.min(availability.nowMs + deps.config.holdHours * HOUR_MS, range.fromMs)
  const until = new Date(untilMs)
  await holdTimes(transaction, deps, caregiver, { requestId, intervals, until })
  return until
}
