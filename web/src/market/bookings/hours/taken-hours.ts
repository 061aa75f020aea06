import { pickNearestTimes } from '@tendwell/contract/availability/nearest-times'
import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import { type Interval, MINUTE_MS, toLocalDate, type Zone } from '@tendwell/contract/time'
import { isChosen, type Selection } from '../../../shared/visits/selection.ts'

/** The dates on which slots of these hours can start. */
export function listDates({ startMs, endMs }: Interval, zone: Zone): string[] {
  return [...new Set([toLocalDate(startMs, zone), toLocalDate(endMs - 1, zone)])]
}

/** The chosen hours that are no longer free. @param freeOn the free slots of a date */
export function findTaken(selection: Selection, freeOn: (date: string) => readonly Interval[], zone: Zone) {
  return selection.filter((hours) => !coverBySlots(hours, listDates(hours, zone).flatMap(freeOn)))
}

/** Chosen hours that other families took, on the days that were checked. */
export interface TakenHours {
  taken: Selection
  /** The free slots of the chosen days that were checked. */
  free: ReadonlyMap<string, readonly Interval[]>
}

export const noneTaken: TakenHours = { taken: [], free: new Map() }

/** Merges new answers for some of the chosen days into the known ones. @param answers free slots by date */
export function mergeAnswers(
  known: TakenHours,
  answers: ReadonlyMap<string, readonly Interval[]>,
  selection: Selection,
  zone: Zone,
): TakenHours {
  const chosen = new Set(selection.flatMap((slot) => listDates(slot, zone)))
  const free = new Map([...known.free, ...answers].filter(([date]) => chosen.has(date)))
  const isAnswered = (slot: Interval) => listDates(slot, zone).every((date) => answers.has(date))
  const asked = selection.filter(isAnswered)
  const before = known.taken.filter((slot) => !isAnswered(slot) && isChosen(selection, slot))
  const taken = [...before, ...findTaken(asked, (date) => answers.get(date) ?? [], zone)]
  return { taken: taken.sort((a, b) => a.startMs - b.startMs), free }
}

/** The dates to check this time, at most `most`. Later checks continue with the others, then start again. */
export function nextDates(dates: readonly string[], most: number, turn: number): string[] {
  if (dates.length <= most) return [...dates]
  const at = (turn * most) % dates.length
  return [...dates.slice(at), ...dates.slice(0, at)].slice(0, most)
}

/** Free times near those that were taken, on the days that were checked. @param minimumVisitMinutes how long visits are at least */
export function findNearby(
  { taken, free }: TakenHours,
  selection: Selection,
  minimumVisitMinutes: number,
): readonly Interval[] {
  if (taken.length === 0) return []
  const slots = [...free.values()].flat().sort((a, b) => a.startMs - b.startMs)
  return pickNearestTimes({ wanted: selection, taken }, slots, minimumVisitMinutes * MINUTE_MS)
}
