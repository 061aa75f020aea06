import type { Deps } from '../../../../deps.ts'
import { findUser } from '../../../people/index.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import {
  renderBankDetailsChanged,
  renderBankReviewDecided,
  renderPayoutRequested,
} from './payout-templates.ts'

const SUBSCRIBER = 'notifications'

/**
 * Tells caregivers what happens to their payouts, in case it was someone else.
 * @see docs/rules/money.md#payouts
 */
export function subscribeToPayouts(deps: Deps): void {
  deps.jobs.subscribe('payout.requested', SUBSCRIBER, ({ userId, payoutId, ...payout }) =>
    notifyUsers(deps, [
      { userId, cause: `payout:${payoutId}:requested`, content: renderPayoutRequested(payout) },
    ]),
  )
  deps.jobs.subscribe('bank-details.changed', SUBSCRIBER, async ({ userId, changeId, ...change }) => {
    const zone = (await findUser(deps.database, userId))?.timezone ?? 'UTC'
    const content = renderBankDetailsChanged(change, zone)
    await notifyUsers(deps, [{ userId, cause: `bank-details:${changeId}`, content }])
  })
  deps.jobs.subscribe('bank-review.decided', SUBSCRIBER, ({ userId, at, ...decided }) =>
    notifyUsers(deps, [
      { userId, cause: `bank-review:${userId}:${at}:decided`, content: renderBankReviewDecided(decided) },
    ]),
  )
}
