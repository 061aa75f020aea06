import type { Payout } from '@tendwell/contract/payments/wallet'

/** The unfinished payouts of a list, and the list's filter. */
export interface UnderWay {
  filter: string
  ids: readonly number[]
}

/** Whether the payout's status may still change. */
export function isUnderWay({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

export function listUnderWay(filter: string, payouts: readonly Pick<Payout, 'id' | 'status'>[]): UnderWay {
  return { filter, ids: payouts.filter(isUnderWay).map(({ id }) => id) }
}

/**
 * Whether an unfinished payout may have ended. When it ends it may also leave a filtered list, and with it
 * the page, so turning a page counts too: reading the balance once too often does no harm.
 */
export function hasOneEnded(before: UnderWay, now: UnderWay): boolean {
  return before.filter === now.filter && before.ids.some((id) => !now.ids.includes(id))
}
