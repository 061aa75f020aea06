/** Finds the slots that make up a window. */
import type { Interval, Zone } from '../time.ts'
import { type LocalWindow, toPossibleIntervals } from './windows.ts'

/**
 * The adjacent slots that make up exactly the window, or null when there are none. The slots must not
 * overlap, as those of `listFreeSlots` don't.
 * @see docs/rules/bookings.md#requests
 */
export function coverBySlots<Piece extends Interval>(
  window: Interval,
  slots: readonly Piece[],
): Piece[] | null {
  const byStart = new Map(slots.map((slot) => [slot.startMs, slot]))
  const cover: Piece[] = []
  let reachedMs = window.startMs
  while (reachedMs < window.endMs) {
    const slot = byStart.get(reachedMs)
    if (!slot) return null
    cover.push(slot)
    reachedMs = slot.endMs
  }
  return cover.length > 0 && reachedMs === window.endMs ? cover : null
}

/**
 * The adjacent slots that make up a window of wall time in a zone, or null when there are none. Where the
 * window's times occur twice, the shortest interval that slots cover wins, so a listed slot is found again.
 * Two slots of one night with the same wall times can only be distinguished by their instants: use
 * `coverBySlots` for those.
 */
export function coverLocalWindow<Piece extends Interval>(
  window: LocalWindow,
  zone: Zone,
  slots: readonly Piece[],
): Piece[] | null {
  for (const interval of toPossibleIntervals(window, zone)) {
    const cover = coverBySlots(interval, slots)
    if (cover) return cover
  }
  return null
}
