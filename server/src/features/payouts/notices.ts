import { defineNotice } from '../notices/index.ts'
import { findUser } from '../people/index.ts'
import {
  renderBankDetailsChanged,
  renderBankReviewDecided,
  renderBankReviewOpened,
  renderPayoutRequested,
  renderPayoutStuck,
} from './notice-texts.ts'

/**
 * Caregivers hear of payouts and bank details, so that they notice if somebody else caused them; finance
 * hears of what needs a decision.
 * @see docs/rules/money.md#payouts
 */
export const payoutNotices = [
  defineNotice('payout.requested', (_deps, { userId, payoutId, ...payout }) => [
    { userId, cause: `payout:${payoutId}:requested`, content: renderPayoutRequested(payout) },
  ]),
  defineNotice('payout.stuck', (_deps, { payoutId }) => [
    { staff: 'finance', cause: `payout:${payoutId}:stuck`, content: renderPayoutStuck(payoutId) },
  ]),
  defineNotice('bank-details.changed', async (deps, { userId, changeId, ...change }) => {
    const zone = (await findUser(deps.database, userId))?.timezone ?? 'UTC'
    const content = renderBankDetailsChanged(change, zone)
    return [{ userId, cause: `bank-details:${changeId}`, content }]
  }),
  defineNotice('bank-review.opened', (_deps, { userId, at }) => [
    {
      staff: 'finance',
      cause: `bank-review:${userId}:${at}:opened`,
      content: renderBankReviewOpened(userId),
    },
  ]),
  defineNotice('bank-review.decided', (_deps, { userId, at, ...decided }) => [
    { userId, cause: `bank-review:${userId}:${at}:decided`, content: renderBankReviewDecided(decided) },
  ]),
]
