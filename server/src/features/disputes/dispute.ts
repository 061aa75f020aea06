import {
  DISPUTE_DAYS,
  DISPUTE_LABEL_PREFIX,
  DISPUTE_TYPES,
  type DisputeType,
} from '@tendwell/contract/safety/dispute-types'
import type { DisputeStatus } from '@tendwell/contract/safety/disputes'
import { DAY_MS } from '@tendwell/contract/time'

/** The transitions of a dispute, and who makes each. @see docs/rules/disputes.md#states */
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

/** Whether a dispute in this status is undecided: evidence can be added, and the money is held. */
export function isOpenStatus(status: DisputeStatus): boolean {
  return status === 'submitted' || status === 'escalated'
}

/**
 * How many disputes about one booking a family can open, those it closed itself included.
 * @see docs/rules/disputes.md#opening
 */
export const MAX_DISPUTES_OF_BOOKING = 3

/** @returns for how many days after the end of the booking's last window a dispute of a type can be opened */
export function getOpeningDays(type: DisputeType): number {
  return DISPUTE_TYPES.find(({ value }) => value === type)?.days ?? DISPUTE_DAYS
}

/**
 * @returns the last moment to open a dispute, by the end of the booking's last window.
 * @see docs/rules/disputes.md#opening
 */
export function getDisputeDeadline(type: DisputeType, lastEndsAt: Date): Date {
  return new Date(lastEndsAt.getTime() + getOpeningDays(type) * DAY_MS)
}

/** @returns the earliest end of a booking that can still be disputed at `now`, whatever the dispute's type */
export function getEarliestDisputableEnd(now: Date): Date {
  return new Date(now.getTime() - DISPUTE_DAYS * DAY_MS)
}

/** @returns the number in `12`, `#12` or `DPT-12`; null for any other text */
export function parseDisputeNumber(text: string): number | null {
  const digits = text.trim().toUpperCase().replace(DISPUTE_LABEL_PREFIX, '').replace('#', '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}
