import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { claimChecksToRead, claimEndingChecks } from './store.ts'

/**
 * Adds jobs that read checks at the provider again. So a lost webhook or a crash only costs time, and what
 * the provider finds after a clear result becomes known.
 * @see docs/rules/background-checks.md#at-the-provider
 */
export async function sweepChecks(deps: Deps): Promise<void> {
  const { backgroundChecks: provider, clock, jobs, database } = deps
  if (!provider) return
  await withTransaction(database, async (transaction) => {
    for (const { id: checkId } of await claimChecksToRead(transaction, provider.key, clock.now())) {
      await jobs.add(transaction, 'background-checks.process', { checkId })
    }
  })
}

/**
 * Reminds caregivers once that their badge ends within 30 days.
 * @see docs/rules/background-checks.md#mails
 */
export async function remindOfBadges(deps: Deps): Promise<void> {
  const { backgroundChecks: provider, clock, jobs, database } = deps
  if (!provider) return
  await withTransaction(database, async (transaction) => {
    for (const { id: checkId, caregiverId, validUntil } of await claimEndingChecks(
      transaction,
      clock.now(),
    )) {
      if (validUntil === null) continue
      const ending = { userId: caregiverId, checkId, validUntil }
      await jobs.publish(transaction, 'background-check.ending', ending)
    }
  })
}
