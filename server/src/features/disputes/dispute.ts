import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/reference'
import type { DisputeStatus } from '@tendwell/contract/safety/disputes'
import { DAY_MS } from '@tendwell/contract/time'

/** Who moves a dispute from which status to which. @see docs/rules/disputes.md#states */
export const TRANSITIONS = {
  escalate: { from: ['submitted'], to: 'escalated', by: 'admin' },
  reject: { from: ['submitted'], to: 'rejected', by: 'admin' },
  close: { from: ['escalated'], to: 'closed', by: 'admin' },
  withdraw: { from: ['submitted'], to: 'closed', by: 'caretaker' },
} as const satisfies Record<
  string,
  { from: readonly DisputeStatus[]; to: DisputeStatus; by: 'admin' | 'caretaker' }
>

export type Transition = keyof typeof TRANSITIONS

/** Whether the dispute is undecided: evidence can be added and the money is held. */
export function isOpenStatus(status: DisputeStatus): boolean {
  return status === 'submitted' || status === 'escalated'
}

const OPENING_PERIOD_DAYS = 30

/** Counts those that the family has closed itself. @see docs/rules/disputes.md#opening */
export const MAX_DISPUTES_OF_BOOKING = 3

/**
 * @returns the last moment to open a dispute, by the end of the booking's last window.
 * @see docs/rules/disputes.md#opening
 */
export function getDisputeDeadline(lastEndsAt: Date): Date {
  return new Date(lastEndsAt.getTime() + OPENING_PERIOD_DAYS * DAY_MS)
}

/** @returns the earliest end of a booking that can still be disputed at `now` */
export function getEarliestDisputableEnd(now: Date): Date {
  return new Date(now.getTime() - OPENING_PERIOD_DAYS * DAY_MS)
}

/** @returns the number in `12`, `#12` or `DPT-12`; null for any other text */
export function parseDisputeNumber(text: string): number | null {
  const digits = text.trim().toUpperCase().replace(DISPUTE_LABEL_PREFIX, '').replace('#', '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}
