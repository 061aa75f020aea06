import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { refreshFreeDays } from './free-days.ts'
import { requireVerified } from './schedule.ts'
import { type LockedCalendar, lockCalendar } from './store.ts'

export type Changing = Pick<Deps, 'clock' | 'database'>
/** What a change needs whose transaction is its caller's. */
export type Within = Pick<Deps, 'clock'>
export type Changed<Result> = {
  result: Result
  /** The only stretch (epoch ms) in which anything changed; all of the time ahead where absent. */
  touched?: Interval
}

/**
 * Makes a change of a caregiver's own calendar under its lock, and writes down what is free now.
 * @throws AppError 403 unless she is verified
 */
export async function changeWithin<Result>(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  change: (calendar: LockedCalendar) => Promise<Changed<Result>>,
): Promise<Result> {
  const calendar = await lockCalendar(transaction, caregiverId, 'update')
  if (!calendar) throw notFound()
  requireVerified(calendar.verificationStatus)
  const { result, touched } = await change(calendar)
  await refreshFreeDays(transaction, deps, calendar, touched)
  return result
}

/** The same in a transaction of its own. */
export function changeCalendar<Result>(
  deps: Changing,
  caregiverId: number,
  change: (transaction: Transaction, calendar: LockedCalendar) => Promise<Changed<Result>>,
): Promise<Result> {
  return withTransaction(deps.database, (transaction) =>
    changeWithin(transaction, deps, caregiverId, (calendar) => change(transaction, calendar)),
  )
}
