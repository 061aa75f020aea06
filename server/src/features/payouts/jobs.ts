import type { Deps } from '../../deps.ts'
import { refreshAccountByProviderId } from './accounts.ts'
import { processPayout } from './advance.ts'
import { findPayoutByProviderId } from './queries.ts'
import { recoverPayouts } from './sweep.ts'

/** A payout's steps, what the provider tells of accounts and payouts, and the sweep behind both. */
export function payoutsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ payoutId: number }>('payouts.advance', ({ payoutId }) => processPayout(deps, payoutId))
  jobs.subscribe('provider.object-changed', 'payouts', async ({ eventType, accountId, objectId }) => {
    if (eventType.startsWith('account.') && accountId) await refreshAccountByProviderId(deps, accountId)
    if (!eventType.startsWith('payout.') || !objectId) return
    const payout = await findPayoutByProviderId(deps.database, objectId)
    if (payout) await processPayout(deps, payout.id)
  })
  jobs.every(1, 'payouts.sweep', () => recoverPayouts(deps))
}
