import type { Reader } from '../../platform/database/database.ts'
import { defineNotice } from '../notices/index.ts'
import { findReaderZone } from '../profiles/index.ts'
import {
  renderBankDetailsChanged,
  renderBankReviewDecided,
  renderBankReviewOpened,
  renderPayoutPaid,
  renderPayoutRequested,
  renderPayoutReturned,
  renderPayoutStuck,
} from './notice-texts.ts'
import { findAccount, findPayout } from './queries.ts'
import type { Payout } from './tables.ts'

/** The last digits of the bank account that a payout was sent to; null if it isn't known, or another one by now. */
async function findPaidLast4(reader: Reader, { userId, payoutAskedAt }: Payout): Promise<string | null> {
  const account = await findAccount(reader, userId)
  if (!account || !payoutAskedAt) return null
  const { bankChangedAt, bankLast4 } = account
  return bankChangedAt && bankChangedAt > payoutAskedAt ? null : bankLast4
}

/**
 * Caregivers hear of payouts and bank details, so that they notice if somebody else caused them; finance
 * hears of what needs a decision.
 * @see docs/rules/money.md#payouts
 */
export const payoutNotices = [
  defineNotice('payout.requested', (_deps, { userId, payoutId, ...payout }) => [
    { userId, cause: `payout:${payoutId}:requested`, content: renderPayoutRequested(payout) },
  ]),
  defineNotice('payout.paid', async ({ database }, { payoutId }) => {
    const payout = await findPayout(database, payoutId)
    if (!payout) return []
    const content = renderPayoutPaid(payout, await findPaidLast4(database, payout))
    return [{ userId: payout.userId, cause: `payout:${payoutId}:paid`, content }]
  }),
  defineNotice('payout.returned', async ({ database }, { payoutId }) => {
    const payout = await findPayout(database, payoutId)
    if (!payout) return []
    const content = renderPayoutReturned(payout, await findPaidLast4(database, payout))
    return [{ userId: payout.userId, cause: `payout:${payoutId}:returned`, content }]
  }),
  defineNotice('payout.stuck', (_deps, { payoutId }) => [
    { staff: 'finance', cause: `payout:${payoutId}:stuck`, content: renderPayoutStuck(payoutId) },
  ]),
  defineNotice('bank-details.changed', async (deps, { userId, changeId, ...change }) => {
    const zone = (await findReaderZone(deps.database, userId)) ?? 'UTC'
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
