import type { Deps } from '../../deps.ts'
import type { ProviderTold } from '../payments/index.ts'
import { refreshAccountOfProvider } from './accounts.ts'
import { advancePayout } from './advance.ts'
import { findPayoutOfProvider } from './queries.ts'
import { sweepPayouts } from './sweep.ts'

/** A payout's steps, what the provider tells of accounts and payouts, and the sweep behind both. */
export function payoutsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ payoutId: number }>('payouts.advance', ({ payoutId }) => advancePayout(deps, payoutId))
  jobs.subscribe<ProviderTold>('provider.told', 'payouts', async ({ about, accountId, objectId }) => {
    if (about.startsWith('account.') && accountId) await refreshAccountOfProvider(deps, accountId)
    if (!about.startsWith('payout.') || !objectId) return
    const payout = await findPayoutOfProvider(deps.database, objectId)
    if (payout) await advancePayout(deps, payout.id)
  })
  jobs.every(1, 'payouts.sweep', () => sweepPayouts(deps))
}
