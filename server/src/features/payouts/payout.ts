import type { PayoutStatus } from '@tendwell/contract/wallet'

/**
 * The life of a payout. Its money waits in transit from the start; it leaves the books when it is `paid`, and goes
 * back to its caregiver when it is `failed` or `canceled`. A status never moves back.
 */
export const LIFECYCLE = {
  /** The provider has it on its way to the bank. */
  start: { from: ['pending'], to: 'processing' },
  arrive: { from: ['processing'], to: 'paid' },
  /** The provider has refused or lost it: what was sent to her account is taken back first. */
  giveUp: { from: ['pending', 'processing'], to: 'returning' },
  /** A bank has sent back what it had taken: the one way on from `paid`. */
  bounce: { from: ['paid'], to: 'returning' },
  fail: { from: ['returning'], to: 'failed' },
  cancel: { from: ['returning'], to: 'canceled' },
} as const

export type PayoutAction = keyof typeof LIFECYCLE
export type PayoutPhase = (typeof LIFECYCLE)[PayoutAction]['to'] | 'pending'

/** What its caregiver is told: until her money is hers again, a payout counts as processing. */
export function toPayoutStatus(phase: PayoutPhase): PayoutStatus {
  return phase === 'returning' ? 'processing' : phase
}

/** The phases behind a status that a list is filtered by. */
export function phasesOf(status: PayoutStatus): PayoutPhase[] {
  return status === 'processing' ? ['processing', 'returning'] : [status]
}

/** What is to be done next at the provider, by what is noted of a payout. */
export type PayoutStep = 'transfer' | 'payOut' | 'look' | 'reverse' | 'return'

/** @returns null for one that has come to its end */
export function nextStep(payout: {
  status: PayoutPhase
  transferId: string | null
  reversalId: string | null
}): PayoutStep | null {
  const { status, transferId, reversalId } = payout
  if (status === 'pending') return transferId ? 'payOut' : 'transfer'
  // Of a paid one too: whoever asks has a reason to think that it came back.
  if (status === 'processing' || status === 'paid') return 'look'
  if (status === 'returning') return transferId && !reversalId ? 'reverse' : 'return'
  return null
}
