/** Slots by date, as a viewer in another zone sees them. */

import {
  addDays,
  fromDayNumber,
  HOUR_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toLocalDateTime,
  toLocalDayNumber,
  type Zone,
} from '../time.ts'
import type { OwnHours } from './availability.ts'
import { countOwnHours, findDayWithNight } from './nights.ts'
import { type Availability, listFreeSlots, listOpenSlots, type OpenSlot } from './slots.ts'

/** A slot in the viewer's wall time. An `end` that is not after `start` is on the next day. */
export interface ViewerSlot extends Interval {
  date: LocalDate
  start: LocalTime
  end: LocalTime
}

/**
 * The viewer's dates from `first` to `last`. Slots that start at `untilMs` (epoch ms) or later are left out.
 */
export interface ViewerRange {
  first: LocalDate
  last: LocalDate
  viewerZone: Zone
  untilMs?: number
}

/**
 * Slots grouped by their start date in the viewer's zone, in the given order. Dates without slots are absent.
 * @throws RangeError for an unknown zone
 */
export function groupByViewerDate(
  slots: readonly Interval[],
  viewerZone: Zone,
): Map<LocalDate, ViewerSlot[]> {
  const byDate = new Map<LocalDate, ViewerSlot[]>()
  for (const { startMs, endMs } of slots) {
    const { date, time } = toLocalDateTime(startMs, viewerZone)
    const slot = { date, start: time, end: toLocalDateTime(endMs, viewerZone).time, startMs, endMs }
    const sameDate = byDate.get(date)
    if (sameDate) sameDate.push(slot)
    else byDate.set(date, [slot])
  }
  return byDate
}

/**
 * The free slots of each of the viewer's dates, in order. Dates without slots have an empty list.
 * @throws RangeError as `listFreeSlots`
 */
export function listSlotsByDate(input: Availability & ViewerRange): Map<LocalDate, ViewerSlot[]> {
  const slots = listFreeSlots({ ...input, ...toInstantRange(input) })
  const byDate = groupByViewerDate(slots, input.viewerZone)
  return mapDates(input, (date) => byDate.get(date) ?? [])
}

/**
 * How many slots of each of the viewer's dates are free and booked, in order. `free` equals the number of
 * slots that `listSlotsByDate` lists. Slots that are too short for a visit count as neither, and neither does the booked
 * end of a night that began on an earlier date. A date without free slots is full if it has booked ones, otherwise closed.
 * `own`: what begins on the date, so without the end of the night before.
 * @throws RangeError as `listFreeSlots`
 */
export function countSlotsByDate(
  input: Availability & ViewerRange,
): Map<LocalDate, { free: number; booked: number; own: OwnHours }> {
  const { viewerZone } = input
  // Nights of the first and the last date reach into those around them.
  const range = { ...input, first: addDays(input.first, -1), last: addDays(input.last, 1) }
  const firstDay = toDayNumber(range.first)
  const days = [...mapDates(range, () => ({ free: [] as OpenSlot[], booked: 0 }))]
  for (const slot of listOpenSlots({ ...range, ...toInstantRange(range) })) {
    const [, day] = days[toLocalDayNumber(slot.startMs, viewerZone) - firstDay] ?? []
    if (day && slot.isOffered) day.free.push(slot)
    if (day && slot.isBooked && !isEndOfNight(slot, viewerZone)) day.booked += 1
  }
  const listFree = (index: number) => days[index]?.[1].free ?? []
  return new Map(
    days.slice(1, -1).map(([date, { free, booked }], index) => {
      const around = { before: listFree(index), date: free, after: listFree(index + 2) }
      const own = countOwnHours(findDayWithNight(around, viewerZone), viewerZone)
      return [date, { free: free.length, booked, own }]
    }),
  )
}

/** Whether a slot is the end of a night, until noon, that began on one of the viewer's earlier dates. */
function isEndOfNight({ startMs, endMs, windowStartMs }: OpenSlot, viewerZone: Zone): boolean {
  const { date, time } = toLocalDateTime(endMs, viewerZone)
  const startDate = toLocalDate(startMs, viewerZone)
  return toLocalDate(windowStartMs, viewerZone) < startDate && date === startDate && time <= '12:00'
}

/** The instants between which the slots of the viewer's dates start. */
function toInstantRange({ first, last, viewerZone, untilMs }: ViewerRange): { fromMs: number; toMs: number } {
  const { startMs, endMs } = toDateInterval(first, last, viewerZone)
  // Where clocks go back over midnight, the last date resumes after the next one has begun.
  const toMs = endMs + 3 * HOUR_MS
  return { fromMs: startMs, toMs: untilMs === undefined ? toMs : Math.min(toMs, untilMs) }
}

/** A value for each date of the range, in order. */
function mapDates<Value>(
  { first, last }: Pick<ViewerRange, 'first' | 'last'>,
  toValue: (date: LocalDate) => Value,
): Map<LocalDate, Value> {
  const values = new Map<LocalDate, Value>()
  const lastDay = toDayNumber(last)
  for (let day = toDayNumber(first); day <= lastDay; day += 1) {
    const date = fromDayNumber(day)
    values.set(date, toValue(date))
  }
  return values
}
