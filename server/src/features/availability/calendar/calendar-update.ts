import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { refreshFreeWeeks } from '../free-weeks/free-weeks.ts'
import { requireVerified } from '../rules/validation.ts'
import { type LockedCaregiver, lockCaregiver } from '../store.ts'

export type HoursUpdate<Result> = {
  result: Result
  /** The interval (epoch ms) in which hours changed. Left out, everything ahead may have changed. */
  changedSpan?: Interval
}

/**
 * Locks a caregiver, updates their hours, and rewrites the free weeks that the update changed.
 * @throws AppError 404 if there is no such caregiver, 403 unless they are verified
 * @see docs/rules/availability.md#who-may-edit
 */
export async function updateHours<Result>(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  update: (caregiver: LockedCaregiver) => Promise<HoursUpdate<Result>>,
): Promise<Result> {
  const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
  if (!caregiver) throw notFound()
  requireVerified(caregiver.verificationStatus)
  const { result, changedSpan } = await update(caregiver)
  await refreshFreeWeeks(transaction, deps, caregiver, changedSpan)
  return result
}
