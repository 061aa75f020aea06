import type { DaySlot } from '@tendwell/contract/availability'
import type { RequestBody } from '@tendwell/contract/bookings'
import { priceCents } from '@tendwell/contract/money'
import { coverBySlots } from '@tendwell/contract/slot-cover'
import { type Interval, MINUTE_MS, toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { type LocalWindow, toPossibleIntervals } from '@tendwell/contract/windows'

/** The chosen slots, sorted by start, no two overlapping. */
export type Selection = readonly Interval[]

/** Chosen slots next to each other, shown and sent as one window of the viewer's wall time. */
export interface ChosenWindow extends LocalWindow, Interval {
  slots: Interval[]
  minutes: number
}

export function intervalOf(slot: Pick<DaySlot, 'start_utc' | 'end_utc'>): Interval {
  return { startMs: Date.parse(slot.start_utc), endMs: Date.parse(slot.end_utc) }
}

export function isChosen(selection: Selection, slot: Interval): boolean {
  return selection.some(({ startMs, endMs }) => startMs === slot.startMs && endMs === slot.endMs)
}

/** With the slots added. What they overlap, such as a slot that was cut differently before, gives way. */
export function withSlots(selection: Selection, slots: readonly Interval[]): Selection {
  const kept = selection.filter((chosen) => !slots.some((slot) => overlap(chosen, slot)))
  return [...kept, ...slots].sort((a, b) => a.startMs - b.startMs)
}

export function withoutSlots(selection: Selection, slots: readonly Interval[]): Selection {
  return selection.filter((chosen) => !isChosen(slots, chosen))
}

/** Adjacent slots as one window each, as far as a date with two times can say it: not beyond a day. Slots that were
 *  taken meanwhile stand apart from free ones. */
export function windowsOf(selection: Selection, zone: Zone, taken: Selection = []): ChosenWindow[] {
  const groups: Interval[][] = []
  for (const slot of selection) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const joins =
      last?.endMs === slot.startMs &&
      isChosen(taken, last) === isChosen(taken, slot) &&
      isSayable([...(group ?? []), slot], zone)
    if (joins) group?.push(slot)
    else groups.push([slot])
  }
  return groups.map((slots) => toWindow(slots, zone))
}

/** Whether the window's wall time, read again, can mean these very hours. */
function isSayable(slots: Interval[], zone: Zone): boolean {
  const window = toWindow(slots, zone)
  const readings = toPossibleIntervals(window, zone)
  return readings.some(({ startMs, endMs }) => startMs === window.startMs && endMs === window.endMs)
}

/** How many slots are chosen on each date, earliest date first. */
export function countsByDate(selection: Selection, zone: Zone): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { startMs } of selection) {
    const { date } = toLocalDateTime(startMs, zone)
    counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  return counts
}

export function minutesOfAll(selection: Selection): number {
  return selection.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / MINUTE_MS, 0)
}

/** The price in cents, calculated as the server does. @see docs/rules/bookings.md#price */
export function totalCents(selection: Selection, rateCents: number): number {
  return priceCents({ minutes: Math.round(minutesOfAll(selection)), rateCents })
}

/** Those of the chosen that the free slots no longer hold; `free` is asked for each by its date. */
export function takenOf(selection: Selection, freeOn: (date: string) => readonly Interval[], zone: Zone) {
  return selection.filter((slot) => !coverBySlots(slot, freeOn(toLocalDateTime(slot.startMs, zone).date)))
}

/** What is known of others being quicker. */
export interface Found {
  /** Chosen hours that were found to be taken. */
  taken: Selection
  /** The free slots of the chosen days, as far as they were asked for. */
  free: ReadonlyMap<string, readonly Interval[]>
}

export const nothingFound: Found = { taken: [], free: new Map() }

/** With the free slots of some days, as they were just answered: what is known of the other chosen days stays. */
export function answered(
  known: Found,
  answers: ReadonlyMap<string, readonly Interval[]>,
  selection: Selection,
  zone: Zone,
): Found {
  const dateOf = (slot: Interval) => toLocalDateTime(slot.startMs, zone).date
  const chosen = new Set(selection.map(dateOf))
  const free = new Map([...known.free, ...answers].filter(([date]) => chosen.has(date)))
  const asked = selection.filter((slot) => answers.has(dateOf(slot)))
  const before = known.taken.filter((slot) => !answers.has(dateOf(slot)) && isChosen(selection, slot))
  const taken = [...before, ...takenOf(asked, (date) => answers.get(date) ?? [], zone)]
  return { taken: taken.sort((a, b) => a.startMs - b.startMs), free }
}

/** At most so many of the days: the next ones at each turn, around and around. */
export function inTurn(dates: readonly string[], most: number, turn: number): string[] {
  if (dates.length <= most) return [...dates]
  const at = (turn * most) % dates.length
  return [...dates.slice(at), ...dates.slice(0, at)].slice(0, most)
}

const mostNearby = 6

/** Free slots near what was taken; none while nothing is. */
export function nearbyOf({ taken, free }: Found, selection: Selection): readonly Interval[] {
  return taken.length > 0 ? nearestTo(taken, [...free.values()].flat(), selection) : []
}

/** The free slots nearest to taken ones that are not chosen already, in order of time. */
export function nearestTo(
  taken: Selection,
  free: readonly Interval[],
  selection: Selection,
): readonly Interval[] {
  const distanceMs = (slot: Interval) =>
    Math.min(...taken.map(({ startMs }) => Math.abs(slot.startMs - startMs)))
  return free
    .filter((slot) => !selection.some((chosen) => overlap(chosen, slot)))
    .map((slot) => ({ slot, distance: distanceMs(slot) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNearby)
    .map(({ slot }) => slot)
    .sort((a, b) => a.startMs - b.startMs)
}

export function requestBodyOf(caregiverId: number, timezone: Zone, selection: Selection): RequestBody {
  const windows = windowsOf(selection, timezone).map(({ date, start, end, startMs, endMs }) => {
    // Where the clocks show a time twice, the instants say which is meant.
    const [start_utc, end_utc] = [startMs, endMs].map((epochMs) => new Date(epochMs).toISOString())
    return { date, start, end, start_utc, end_utc }
  })
  return { caregiver_id: caregiverId, timezone, windows }
}

function toWindow(slots: Interval[], zone: Zone): ChosenWindow {
  const startMs = slots[0]?.startMs ?? 0
  const endMs = slots.at(-1)?.endMs ?? 0
  const { date, time } = toLocalDateTime(startMs, zone)
  const end = toLocalDateTime(endMs, zone).time
  return { date, start: time, end, startMs, endMs, slots, minutes: minutesOfAll(slots) }
}

function overlap(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}
