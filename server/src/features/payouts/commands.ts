import { formatUsd } from '@tendwell/contract/money'
import type { Payout as PayoutResponse } from '@tendwell/contract/payments/wallet'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { formatUtc } from '../../platform/utc-text.ts'
import { lockCaregiver } from '../availability/index.ts'
import { lockBalance, postToLedger } from '../ledger/index.ts'
import { postReturnedMoney } from '../payments/index.ts'
import { calculatePayableCents, type WaitingMoney } from './money/new-money.ts'
import type { PayoutHold } from './payout.ts'
import { findPayoutHold, listWaitingMoney, toPayoutResponse } from './queries.ts'
import { insertPayout, lockAccount, recordStep, transitionPayout } from './store.ts'
import type { Payout } from './tables.ts'

/** What a restricted caregiver reads. */
const RESTRICTED_TEXT =
  'Payouts are on hold while your profile is not verified. Contact support if you have questions'

/** What commands on payouts need. None of them calls the provider; jobs do. */
type StepDeps = Pick<Deps, 'clock' | 'jobs'>

/** Adds a job that processes a payout at the provider. */
export function scheduleProcess(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  payoutId: number,
): Promise<void> {
  return jobs.add(transaction, 'payouts.process', { payoutId }, { key: `payouts.process:${payoutId}` })
}

/** What a caregiver reads about each reason for which payouts are held back. */
const HOLD_TEXTS = {
  bank_disowned: 'You told us that your bank account isn’t yours. Enter your own to withdraw',
  bank_refused: 'We can’t pay out to this bank account. Enter another one to withdraw',
  bank_in_review: 'Your bank account is in review. We’ll email you when we’re done',
  not_me: 'You told us that a change wasn’t you',
  bank_added: 'Your bank account was added from a device that is new to your account',
  bank_changed: 'Your bank details changed recently',
} as const satisfies Record<PayoutHold['why'], string>

/** Why payouts are held back, and from when they are possible again if that is known. */
function describeHold({ why, until }: PayoutHold): string {
  return until ? `${HOLD_TEXTS[why]}. You can withdraw from ${formatUtc(until)}` : HOLD_TEXTS[why]
}

/** The end of the sentence about what can be withdrawn: what waits until when. Empty if nothing waits. */
function describeWaiting(waitingMoney: readonly WaitingMoney[]): string {
  return waitingMoney
    .map(({ cents, until }) => `. ${formatUsd(cents)} waits until ${formatUtc(until)}`)
    .join('')
}

/**
 * Withdraws a caregiver's money: available → in transit. Locks their payout account and balance; a job asks
 * the provider after the commit.
 * @throws AppError 409 for a restricted caregiver, before onboarding, while the provider has payouts
 *   disabled, or while a hold protects the caregiver; 400 for more than can be withdrawn, because the rest is
 *   not available or too new
 * @see docs/rules/money.md#payouts
 */
export async function requestPayout(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs' | 'payments'>,
  userId: number,
  amountCents: number,
): Promise<PayoutResponse> {
  const caregiver = await lockCaregiver(transaction, userId, 'share')
  if (caregiver?.isRestricted) throw conflict(RESTRICTED_TEXT)
  const account = await lockAccount(transaction, userId)
  if (!account?.accountId || !account.detailsSubmitted) throw conflict('Please set up payouts first')
  if (!account.payoutsEnabled) {
    throw conflict('Your payout account is still being checked. Please try again later')
  }
  const now = deps.clock.now()
  const hold = await findPayoutHold(transaction, account, now)
  if (hold) {
    throw conflict(describeHold(hold), hold.until ? { payable_from: hold.until.toISOString() } : undefined)
  }
  const availableCents = await lockBalance(transaction, { kind: 'available', ownerId: userId })
  const waitingMoney = await listWaitingMoney(transaction, deps, userId)
  const payableCents = calculatePayableCents(availableCents, waitingMoney)
  if (amountCents > payableCents) {
    throw invalid({
      amount: [`You can withdraw at most ${formatUsd(payableCents)}${describeWaiting(waitingMoney)}`],
    })
  }
  const payout = await insertPayout(transaction, {
    userId,
    provider: deps.payments.name,
    accountId: account.accountId,
    amountCents,
    createdAt: now,
    updatedAt: now,
  })
  await scheduleProcess(transaction, deps, payout.id)
  await deps.jobs.publish(transaction, 'payout.requested', {
    userId,
    payoutId: payout.id,
    amountCents,
    last4: account.bankLast4,
  })
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

/** Records that a payout arrived at the bank: in transit → clearing. The caller holds its row lock. */
export async function completePayout(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents }: Payout,
): Promise<void> {
  await transitionPayout(transaction, id, 'arrive', { updatedAt: deps.clock.now() })
  await postToLedger(transaction, deps.clock, {
    key: `payout:${id}:payout_paid`,
    category: 'payout_paid',
    movements: [
      { kind: 'payouts_in_transit', ownerId: userId, amountCents: -amountCents },
      { kind: 'clearing', ownerId: null, amountCents },
    ],
  })
  await deps.jobs.publish(transaction, 'payout.paid', { payoutId: id })
}

/**
 * Marks a payout that failed or was canceled as returning, and adds the job that reverses the transfer and
 * makes the money available again. If the bank returned a paid payout, its money is posted as in transit
 * again. The caller holds the payout's row lock.
 * @param reason for the caregiver
 */
export async function startPayoutReturn(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents, status }: Payout,
  { outcome, reason }: { outcome: 'failed' | 'canceled'; reason: string },
): Promise<void> {
  const action = status === 'paid' ? 'bounce' : 'startReturn'
  await transitionPayout(transaction, id, action, {
    outcome,
    failureReason: reason,
    updatedAt: deps.clock.now(),
  })
  await scheduleProcess(transaction, deps, id)
  if (action === 'startReturn') return
  await postToLedger(transaction, deps.clock, {
    key: `payout:${id}:bounced`,
    category: 'payout_paid',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -amountCents },
      { kind: 'payouts_in_transit', ownerId: userId, amountCents },
    ],
  })
}

/**
 * Makes a returned payout's money available again: in transit → available. If payments of the caregiver have
 * an open chargeback, what was released of them and isn't on hold yet goes on hold. The caller holds the
 * payout's row lock.
 */
export async function completePayoutReturn(
  transaction: Transaction,
  deps: StepDeps,
  { id, userId, amountCents, outcome }: Payout,
): Promise<void> {
  const action = outcome === 'canceled' ? 'cancel' : 'fail'
  await transitionPayout(transaction, id, action, { updatedAt: deps.clock.now() })
  const returned = { payeeId: userId, cents: amountCents }
  await postReturnedMoney(transaction, deps, returned, {
    key: `payout:${id}:returned`,
    category: 'payout_out',
    movements: [
      { kind: 'payouts_in_transit', ownerId: userId, amountCents: -amountCents },
      { kind: 'available', ownerId: userId, amountCents },
    ],
  })
  await deps.jobs.publish(transaction, 'payout.returned', { payoutId: id })
}

/** Notifies finance, once, of a payout that makes no progress. The caller holds the payout's row lock. */
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
