import { formatUsd } from '@tendwell/contract/money'
import type { Payout as PayoutResponse } from '@tendwell/contract/wallet'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { lockBalance, postToLedger } from '../ledger/index.ts'
import { toPayoutResponse } from './queries.ts'
import { insertPayout, lockAccount, movePayout, recordStep } from './store.ts'
import type { Payout } from './tables.ts'

/** What the steps of a payout need: none of them speaks to the provider. */
type StepDeps = Pick<Deps, 'clock' | 'jobs'>

/** A payout that does not get on. */

/** Asks for a payout's next step at the provider, after this transaction. */
export function scheduleAdvance(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  payoutId: number,
): Promise<void> {
  return jobs.add(transaction, 'payouts.advance', { payoutId }, { key: `payouts.advance:${payoutId}` })
}

/**
 * A caregiver takes money out: available → in transit, under the locks of her payout account and her balance, and
 * the provider is asked after the commit (decisions §6).
 * @throws AppError 409 before onboarding is done or while the provider pays nothing out to her, 400 for more than is
 * available
 */
export async function requestPayout(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs' | 'payments'>,
  userId: number,
  amountCents: number,
): Promise<PayoutResponse> {
  const account = await lockAccount(transaction, userId)
  if (!account?.accountId || !account.detailsSubmitted) throw conflict('Please set up payouts first')
  if (!account.payoutsEnabled) {
    throw conflict('Your payout account is still being checked. Please try again later')
  }
  const availableCents = await lockBalance(transaction, { kind: 'available', ownerId: userId })
  if (amountCents > availableCents) {
    throw invalid({ amount: [`You can withdraw at most ${formatUsd(availableCents)}`] })
  }
  const now = deps.clock.now()
  const payout = await insertPayout(transaction, {
    userId,
    provider: deps.payments.name,
    accountId: account.accountId,
    amountCents,
    createdAt: now,
    updatedAt: now,
  })
  await scheduleAdvance(transaction, deps, payout.id)
  await postToLedger(transaction, deps.clock, {
    key: `payout:${payout.id}:payout_out`,
    category: 'payout_out',
    movements: [
      { kind: 'available', ownerId: userId, amountCents: -amountCents },
      { kind: 'payouts_in_transit', ownerId: userId, amountCents },
    ],
  })
  return toPayoutResponse(payout)
}

/** Books that a payout has arrived: in transit → clearing. Its row's lock is held. */
export async function completePayout(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents }: Payout,
): Promise<void> {
  await movePayout(transaction, id, 'arrive', { updatedAt: deps.clock.now() })
  await postToLedger(transaction, deps.clock, {
    key: `payout:${id}:payout_paid`,
    category: 'payout_paid',
    movements: [
      { kind: 'payouts_in_transit', ownerId: userId, amountCents: -amountCents },
      { kind: 'clearing', ownerId: null, amountCents },
    ],
  })
}

/**
 * Gives a payout up, so that what was sent to her account is taken back and then hers again. One that had been paid
 * is in transit again first: a bank may send money back days later. Its row's lock is held.
 * @param reason in words for the caregiver
 */
export async function startPayoutReturn(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents, status }: Payout,
  { outcome, reason }: { outcome: 'failed' | 'canceled'; reason: string },
): Promise<void> {
  const action = status === 'paid' ? 'bounce' : 'giveUp'
  await movePayout(transaction, id, action, { outcome, failureReason: reason, updatedAt: deps.clock.now() })
  await scheduleAdvance(transaction, deps, id)
  if (action === 'giveUp') return
  await postToLedger(transaction, deps.clock, {
    key: `payout:${id}:bounced`,
    category: 'payout_paid',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -amountCents },
      { kind: 'payouts_in_transit', ownerId: userId, amountCents },
    ],
  })
}

/** Gives a payout's money back to its caregiver: in transit → available. Its row's lock is held. */
export async function completePayoutReturn(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents, outcome }: Payout,
): Promise<void> {
  const action = outcome === 'canceled' ? 'cancel' : 'fail'
  await movePayout(transaction, id, action, { updatedAt: deps.clock.now() })
  await postToLedger(transaction, deps.clock, {
    key: `payout:${id}:returned`,
    category: 'payout_out',
    movements: [
      { kind: 'payouts_in_transit', ownerId: userId, amountCents: -amountCents },
      { kind: 'available', ownerId: userId, amountCents },
    ],
  })
}

/** Tells admins, once, of a payout that does not get on. Its row's lock is held. */
export async function reportStuckPayout(
  transaction: Transaction,
  deps: StepDeps,
  { id, reportedAt }: Payout,
): Promise<void> {
  if (reportedAt) return
  const now = deps.clock.now()
  await recordStep(transaction, id, { reportedAt: now, updatedAt: now })
  await deps.jobs.publish(transaction, 'payout.stuck', { payoutId: id })
}
