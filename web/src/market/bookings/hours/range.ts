import type { Interval } from '@tendwell/contract/time'
import { addSlots, isChosen, removeSlots, type Selection } from '../../../shared/visits/selection.ts'

/** The slots from this start on, up to the first gap. */
export function listRun(slots: readonly Interval[], startMs: number | undefined): Interval[] {
  const run: Interval[] = []
  for (const slot of slots) {
    if (slot.startMs === (run.at(-1)?.endMs ?? startMs)) run.push(slot)
  }
  return run
}

/**
 * The fewest slots from this start on that are long enough for a visit.
 * @param minimumMs how long visits are at least; one slot is enough with 0
 * @returns empty if a gap comes before
 */
export function listShortestVisit(
  slots: readonly Interval[],
  startMs: number,
  minimumMs: number,
): Interval[] {
  const run = listRun(slots, startMs)
  const last = run.findIndex(({ endMs }) => endMs - startMs >= minimumMs)
  return run.slice(0, last + 1)
}

/** The first chosen slots of a day, up to the first gap. */
export function findChosenRun(slots: readonly Interval[], selection: Selection): Interval[] {
  const chosen = slots.filter((slot) => isChosen(selection, slot))
  return listRun(chosen, chosen[0]?.startMs)
}

/** Whether any two slots touch. */
export function hasRun(slots: readonly Interval[]): boolean {
  return slots.some(({ endMs }, index) => slots[index + 1]?.startMs === endMs)
}

/**
 * Replaces the first chosen run of a day by another one.
 * @param endMs a later start keeps it if no gap is in the way and the visit stays long enough, else the run is as short
 *   as a visit can be
 * @param minimumMs how long visits are at least
 */
export function chooseRun(
  selection: Selection,
  slots: readonly Interval[],
  startMs: number,
  endMs: number | undefined,
  minimumMs: number,
): Selection {
  const possible = listRun(slots, startMs)
  const shortest = listShortestVisit(slots, startMs, minimumMs)
  const last = possible.findIndex((slot) => slot.endMs === endMs)
  const kept = removeSlots(selection, findChosenRun(slots, selection))
  return addSlots(kept, possible.slice(0, Math.max(last + 1, shortest.length)))
}
