import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { refreshFreeDays } from '../free-days/free-days.ts'
import { requireVerified } from '../rules/validation.ts'
import { type LockedCaregiver, lockCaregiver } from '../store.ts'

export type CalendarUpdate<Result> = {
  result: Result
  /** The interval (epoch ms) in which hours changed. Left out, everything ahead may have changed. */
  changed?: Interval
}

/**
 * Locks a caregiver's calendar, updates it, and rewrites the free days that the update changed.
 * @throws AppError 404 if there is no such caregiver, 403 unless they are verified
 * @see docs/rules/availability.md#who-may-edit
 */
export async function updateCalendar<Result>(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiverId: number,
  update: (calendar: LockedCaregiver) => Promise<CalendarUpdate<Result>>,
): Promise<Result> {
  const calendar = await lockCaregiver(transaction, caregiverId, 'update')
  if (!calendar) throw notFound()
  requireVerified(calendar.verificationStatus)
  const { result, changed } = await update(calendar)
  await refreshFreeDays(transaction, deps, calendar, changed)
  return result
}
