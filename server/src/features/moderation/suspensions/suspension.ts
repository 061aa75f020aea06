import { SUSPENSION_MAXIMUM_DAYS } from '@tendwell/contract/console/reports'
import { addDays, startOfDate, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { audit, listEndedSuspensions, lockUser } from '../../people/index.ts'
import { activate } from './account-status.ts'

/**
 * The time at which a suspension until a day ends: when that day begins in UTC.
 * @param day the UTC day, `YYYY-MM-DD`
 * @throws AppError 400 for a day before tomorrow or more than a year ahead
 * @see docs/rules/safety.md#suspension
 */
export function toSuspensionEnd(day: string, now: Date): Date {
  const today = toLocalDate(now.getTime(), 'UTC')
  if (day <= today || day > addDays(today, SUSPENSION_MAXIMUM_DAYS)) {
    throw invalid({ suspended_until: ['Choose a day from tomorrow to a year from now'] })
  }
  return new Date(startOfDate(day, 'UTC'))
}

/** Activates the accounts whose suspension has ended. */
export async function endSuspensions(deps: Deps): Promise<void> {
  const { clock, database } = deps
  for (const id of await listEndedSuspensions(database, clock.now())) {
    await withTransaction(database, async (transaction) => {
      const user = await lockUser(transaction, id)
      const at = clock.now()
      // Before the lock, staff may have ended or extended the suspension.
      if (user.suspendedUntil === null || user.suspendedUntil > at) return
      await activate(transaction, deps, user)
      await audit(transaction, {
        at,
        actorId: null,
        action: 'user.activated',
        subject: `user:${id}`,
        before: { suspendedUntil: user.suspendedUntil.toISOString() },
        after: { isActive: true },
      })
    })
  }
}
