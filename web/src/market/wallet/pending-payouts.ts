import type { Payout } from '@tendwell/contract/payments/wallet'

/** The unfinished payouts of a list, and the list's filter. */
export interface PendingPayouts {
  filter: string
  ids: readonly number[]
}

/** Whether the payout's status may still change. */
export function isPending({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

export function listPendingPayouts(
  filter: string,
  payouts: readonly Pick<Payout, 'id' | 'status'>[],
): PendingPayouts {
  return { filter, ids: payouts.filter(isPending).map(({ id }) => id) }
}

/**
 * Whether an unfinished payout may have ended. When it ends it may also leave a filtered list, and with it
 * the page, so turning a page counts too: reading the balance once too often does no harm.
 */
export function hasOneEnded(before: PendingPayouts, now: PendingPayouts): boolean {
  return before.filter === now.filter && before.ids.some((id) => !now.ids.includes(id))
}
