import type { Deps } from '../../deps.ts'
import { disownBank, refreshAccountByProviderId } from './bank/accounts.ts'
import { stopPayouts } from './money/chargebacks.ts'
import { processPayout } from './paying-out/process.ts'
import { recoverPayouts } from './paying-out/recovery.ts'
import { findPayoutByProviderId } from './queries.ts'

export function payoutsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ payoutId: number }>('payouts.process', ({ payoutId }) => processPayout(deps, payoutId))
  jobs.subscribe('provider.object-changed', 'payouts', async ({ eventType, accountId, objectId }) => {
    // `account.…` and `payout.…` are the provider's names of its events.
    if (eventType.startsWith('account.') && accountId) await refreshAccountByProviderId(deps, accountId)
    if (!eventType.startsWith('payout.') || !objectId) return
    const payout = await findPayoutByProviderId(deps.database, objectId)
    if (payout) await processPayout(deps, payout.id)
  })
  jobs.subscribe('account.change-disowned', 'payouts', async ({ userId, kind }) => {
    if (kind === 'bank') await disownBank(deps, userId)
  })
  jobs.subscribe('chargeback.opened', 'payouts', (event) => stopPayouts(deps, event))
  jobs.everyMinutes(1, 'payouts.recover', () => recoverPayouts(deps))
}
