import type { DisputeStatus } from '@tendwell/contract/disputes'
import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/reference'
import { DAY_MS } from '@tendwell/contract/time'

/** The life of a dispute (admin specification §4). What it ends in is final. */
export const TRANSITIONS = {
  escalate: { from: 'submitted', to: 'escalated', by: 'admin' },
  reject: { from: 'submitted', to: 'rejected', by: 'admin' },
  close: { from: 'escalated', to: 'closed', by: 'admin' },
  withdraw: { from: 'submitted', to: 'closed', by: 'caretaker' },
} as const satisfies Record<string, { from: DisputeStatus; to: DisputeStatus; by: 'admin' | 'caretaker' }>

export type Transition = keyof typeof TRANSITIONS

/** Whether a dispute of this status still waits for somebody: evidence may come, money is held. */
export function isOpen(status: DisputeStatus): boolean {
  return status === 'submitted' || status === 'escalated'
}

const OPEN_FOR_DAYS = 30

/** The last moment at which a dispute about hours can be opened: 30 days after the last of them (decisions §8). */
export function deadlineOf(lastEndsAt: Date): Date {
  return new Date(lastEndsAt.getTime() + OPEN_FOR_DAYS * DAY_MS)
}

/** When hours must have ended, or end, for a dispute about them to be possible at `now`. */
export function disputableSince(now: Date): Date {
  return new Date(now.getTime() - OPEN_FOR_DAYS * DAY_MS)
}

/** The number that a search text names, as `12`, `#12` or `DPT-12`; null for any other text. */
export function numberIn(text: string): number | null {
  const digits = text.trim().toUpperCase().replace(DISPUTE_LABEL_PREFIX, '').replace('#', '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}
