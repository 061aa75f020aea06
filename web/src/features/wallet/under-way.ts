import type { Payout } from '@tendwell/contract/wallet'

/** Which payouts of a list are on their way, and what it is narrowed to. */
export interface UnderWay {
  filter: string
  ids: readonly number[]
}

/** A payout whose status may still change by itself. */
export function isUnderWay({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

export function underWayIn(filter: string, payouts: readonly Pick<Payout, 'id' | 'status'>[]): UnderWay {
  return { filter, ids: payouts.filter(isUnderWay).map(({ id }) => id) }
}

/**
 * Whether one of those that were on their way may have come to its end. It may have left the list with that, where the
 * list is narrowed to those under way, and even its page, where it was the last one there. So to turn a page counts as
 * well: one look too many costs nothing.
 */
export function hasOneEnded(before: UnderWay, now: UnderWay): boolean {
  return before.filter === now.filter && before.ids.some((id) => !now.ids.includes(id))
}
