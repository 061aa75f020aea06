import type { RequestStatus } from '@tendwell/contract/bookings/bookings'

/**
 * The transitions of an unpaid request. `markPaid` keeps the status and sets `paidAt`; a paid request does
 * not change again.
 * @see docs/rules/bookings.md#request-states
 */
export const TRANSITIONS = {
  accept: { from: ['submitted'], to: 'accepted' },
  reject: { from: ['submitted'], to: 'rejected' },
  autoReject: { from: ['submitted', 'accepted'], to: 'rejected' },
  markPaid: { from: ['accepted'], to: 'accepted' },
} as const satisfies Record<string, { from: readonly RequestStatus[]; to: RequestStatus }>

export type Transition = keyof typeof TRANSITIONS

/** Whether the transition is allowed from the request's current state. */
export function canTransition(
  request: { status: RequestStatus; paidAt: Date | null },
  transition: Transition,
): boolean {
  const from: readonly RequestStatus[] = TRANSITIONS[transition].from
  return request.paidAt === null && from.includes(request.status)
}
