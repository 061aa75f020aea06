import type { Deps } from '../../deps.ts'
import type { ProviderTold } from '../payments/index.ts'
import { refreshAccountByProviderId } from './accounts.ts'
import { processPayout } from './advance.ts'
import { findPayoutByProviderId } from './queries.ts'
import { recoverPayouts } from './sweep.ts'

/** A payout's steps, what the provider tells of accounts and payouts, and the sweep behind both. */
export function payoutsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ payoutId: number }>('payouts.advance', ({ payoutId }) => processPayout(deps, payoutId))
  jobs.subscribe<ProviderTold>('provider.told', 'payouts', async ({ about, accountId, objectId }) => {
    if (about.startsWith('account.') && accountId) await refreshAccountByProviderId(deps, accountId)
    if (!about.startsWith('payout.') || !objectId) return
    const payout = await findPayoutByProviderId(deps.database, objectId)
    if (payout) await processPayout(deps, payout.id)
  })
  jobs.every(1, 'payouts.sweep', () => recoverPayouts(deps))
}
