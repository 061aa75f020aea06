import type { PayoutHoldReason, PayoutStatus } from '@tendwell/contract/payments/wallet'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'

/**
 * Nothing is paid out for this long after a change of bank details, so that the owner can react to our mail.
 */
const BANK_CHANGE_HOLD_MS = 48 * HOUR_MS

/** Until when a change of bank details holds payouts back; null if it no longer does. */
export function getBankHoldEnd(bankChangedAt: Date | null, now: Date): Date | null {
  const until = bankChangedAt ? new Date(bankChangedAt.getTime() + BANK_CHANGE_HOLD_MS) : null
  return until && until > now ? until : null
}

/**
 * Why nothing is paid out, and until when. `until` is null if the end depends on a decision of staff or on
 * the caregiver entering another bank account.
 */
export type PayoutHold = { why: PayoutHoldReason; until: Date | null }

/**
 * Why payouts are held back for the caregiver's safety.
 * @param bank.notMeStopEnd until when payouts are stopped because the caregiver pressed "This wasn't me";
 *   null if they aren't
 * @param bank.isFirstBank whether the caregiver has entered one bank account so far
 * @returns null if payouts can be paid
 * @see docs/rules/money.md#changed-bank-details
 */
export function decideHold(
  bank: {
    bankChangedAt: Date | null
    bankDisownedAt: Date | null
    bankReview: 'open' | 'approved' | 'refused' | null
    notMeStopEnd: Date | null
    isFirstBank: boolean
  },
  now: Date,
): PayoutHold | null {
  if (bank.bankDisownedAt) return { why: 'bank_disowned', until: null }
  if (bank.bankReview === 'refused') return { why: 'bank_refused', until: null }
  if (bank.bankReview === 'open') return { why: 'bank_in_review', until: null }
  // The hold that ends later counts.
  const changeHoldEnd = getBankHoldEnd(bank.bankChangedAt, now)
  const { notMeStopEnd } = bank
  if (notMeStopEnd && notMeStopEnd > now && (!changeHoldEnd || notMeStopEnd >= changeHoldEnd)) {
    return { why: 'not_me', until: notMeStopEnd }
  }
  return changeHoldEnd && { why: bank.isFirstBank ? 'bank_added' : 'bank_changed', until: changeHoldEnd }
}

/**
 * When a caregiver can withdraw the money of care at the earliest: it has been released, and no longer waits
 * for the first payout to arrive.
 * @see docs/rules/money.md#new-money
 */
export function getWithdrawableTime(
  careEnd: Date,
  { releaseDelayHours, firstPayoutDays }: { releaseDelayHours: number; firstPayoutDays: number },
): Date {
  return new Date(careEnd.getTime() + Math.max(releaseDelayHours * HOUR_MS, firstPayoutDays * DAY_MS))
}

/**
 * The transitions of a payout. Its money is in transit from the start. It leaves the caregiver's accounts
 * when the payout is `paid`, and is available again when it is `failed` or `canceled`.
 * @see docs/rules/money.md#payouts
 */
export const TRANSITIONS = {
  /** The provider has sent the money to the bank. */
  start: { from: ['pending'], to: 'processing' },
  arrive: { from: ['processing'], to: 'paid' },
  /** Refused, failed or canceled: the transfer to the caregiver's account is reversed first. */
  startReturn: { from: ['pending', 'processing'], to: 'returning' },
  /** The bank returned the money of a paid payout. */
  bounce: { from: ['paid'], to: 'returning' },
  fail: { from: ['returning'], to: 'failed' },
  cancel: { from: ['returning'], to: 'canceled' },
} as const

export type PayoutAction = keyof typeof TRANSITIONS
export type PayoutState = (typeof TRANSITIONS)[PayoutAction]['to'] | 'pending'

/** The status that the caregiver sees: `processing` until the money is available again. */
export function toPayoutStatus(state: PayoutState): PayoutStatus {
  return state === 'returning' ? 'processing' : state
}

/** The states that a list filtered by a caregiver's status includes. */
export function toPayoutStates(status: PayoutStatus): PayoutState[] {
  return status === 'processing' ? ['processing', 'returning'] : [status]
}

/** What to do next for a payout. */
export type PayoutStep = 'transfer' | 'payOut' | 'checkState' | 'reverse' | 'return'

/** The next step of a payout, from its status and the steps recorded so far; null if none is left. */
export function getNextStep(payout: {
  status: PayoutState
  transferId: string | null
  reversalId: string | null
}): PayoutStep | null {
  const { status, transferId, reversalId } = payout
  if (status === 'pending') return transferId ? 'payOut' : 'transfer'
  // A paid payout is checked again, because the bank may have returned it.
  if (status === 'processing' || status === 'paid') return 'checkState'
  if (status === 'returning') return transferId && !reversalId ? 'reverse' : 'return'
  return null
}
