import type { TimeOff } from '@tendwell/contract/availability/availability'
import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { updateHours } from '../calendar/calendar-update.ts'
import { deleteTimeOff, getOwnTimeOff, insertTimeOff, listPlannedTimeOff } from '../store.ts'
import { toTimeOffResponse } from './responses.ts'
import { requireEditableTimeOff, requireTimeOffBelowLimit } from './validation.ts'

/**
 * Plans time off; bookings inside it stay. Time off that already exists is not added again, so that a retry
 * after a lost response is safe.
 * @param interval in epoch ms, its end after its start
 * @throws AppError 400 for past days or too far ahead, 403 unless verified, 409 when too much is planned
 * @see docs/rules/availability.md#time-off
 */
export function addTimeOff(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  interval: Interval,
): Promise<TimeOff> {
  return updateHours(transaction, deps, caregiverId, async ({ timezone }) => {
    const now = deps.clock.now()
    requireEditableTimeOff(interval, timezone, now.getTime())
    const plannedTimeOff = await listPlannedTimeOff(transaction, caregiverId, now)
    const equalTimeOff = plannedTimeOff.find(
      ({ startsAt, endsAt }) =>
        startsAt.getTime() === interval.startMs && endsAt.getTime() === interval.endMs,
    )
    if (!equalTimeOff) requireTimeOffBelowLimit(plannedTimeOff.length)
    const row = equalTimeOff ?? (await insertTimeOff(transaction, caregiverId, interval))
    return { result: toTimeOffResponse(row), changedSpan: interval }
  })
}

/**
 * Removes time off.
 * @throws AppError 400 when it has ended, 404 when it is not the caregiver's own
 * @see docs/rules/availability.md#time-off
 */
export function removeTimeOff(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  timeOffId: number,
): Promise<void> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async () => {
      const { startsAt, endsAt } = await getOwnTimeOff(transaction, caregiverId, timeOffId)
      if (endsAt <= deps.clock.now()) throw invalid({ end_utc: ['Past days cannot be changed'] })
      await deleteTimeOff(transaction, caregiverId, timeOffId)
      return { result: undefined, changedSpan: { startMs: startsAt.getTime(), endMs: endsAt.getTime() } }
    }),
  )
}
