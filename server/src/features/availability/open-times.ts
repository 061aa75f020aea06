import type { Slot } from '@tendwell/contract/slots'
import {
  DAY_MS,
  getOffsetMs,
  HOUR_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  resolveWallTime,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { mergeAdjacent, toPossibleIntervals } from '@tendwell/contract/windows'
import { offerEndMs } from './schedule.ts'

/** Days of UTC that one row answers for, and how many more it looks ahead, so that any wish fits into one row. */
const PERIOD_DAYS = 14
const LOOK_AHEAD_DAYS = 4
const PERIOD_MS = PERIOD_DAYS * DAY_MS
export const PERIOD_MINUTES = PERIOD_MS / MINUTE_MS

/** Slots that start and end on these are kept as bits; zones and screens hardly ever make others. */
export const GRID_MINUTES = 30
const GRID_MS = GRID_MINUTES * MINUTE_MS
const BITS = ((PERIOD_DAYS + LOOK_AHEAD_DAYS) * DAY_MS) / GRID_MS

/** No slot lasts longer: a day of 25 hours, and an hour to spare. */
export const LONGEST_SLOT_MS = 26 * HOUR_MS

/** The number of the period that holds an instant (epoch ms), from 1970-01-01 in UTC. */
export function periodOf(ms: number): number {
  return Math.floor(ms / PERIOD_MS)
}

/** The last period that is kept: one beyond all that can be requested, so that each is there before its first day. */
export function lastPeriodAt(nowMs: number): number {
  return periodOf(offerEndMs(nowMs)) + 1
}

/** The instants (epoch ms) that the row of a period knows about. */
export function spanOfPeriod(period: number): Interval {
  return { startMs: period * PERIOD_MS, endMs: period * PERIOD_MS + BITS * GRID_MS }
}

/** The periods whose rows know about a stretch of time. */
export function periodsOf({ startMs, endMs }: Interval): { first: number; last: number } {
  return { first: periodOf(startMs - LOOK_AHEAD_DAYS * DAY_MS), last: periodOf(endMs) }
}

/** One row as it is written: bits as text of 0 and 1, the rest in PostgreSQL's own form and minutes since 1970. */
export type OpenPeriod = {
  period: number
  starts: string
  covered: string
  oddStarts: string | null
  oddCovered: string | null
}

const isOnGrid = ({ startMs, endMs }: Slot) => startMs % GRID_MS === 0 && endMs % GRID_MS === 0

/**
 * What the row of a period says. A slot that reaches into it from before takes its hours there too, unless the row before
 * is kept in minutes for it: by then that one answers.
 * @param slots free ones, sorted, of the period's whole span and of the longest slot before it at least
 */
export function openPeriodOf(period: number, slots: readonly Slot[]): OpenPeriod {
  const span = spanOfPeriod(period)
  const own = slots.filter(({ startMs }) => startMs >= span.startMs && startMs < span.endMs)
  const earlier = slots.filter(
    (slot) => slot.startMs < span.startMs && slot.endMs > span.startMs && isOnGrid(slot),
  )
  const stretches = mergeAdjacent([...earlier, ...own])
  if (!own.every(isOnGrid)) {
    const oddStarts = `{${own.map(({ startMs }) => startMs / MINUTE_MS).join(',')}}`
    return { period, starts: '', covered: '', oddStarts, oddCovered: minuteRangesOf(stretches) }
  }
  const starts = startsWithin(
    period,
    own.map(({ startMs }) => ({ startMs, endMs: startMs + 1 })),
  )
  return { period, starts, covered: wholeOf(period, stretches), oddStarts: null, oddCovered: null }
}

/** The half hours whose first instant lies in one of the stretches, as bits of a period. */
export function startsWithin(period: number, stretches: readonly Interval[]): string {
  return bitsOf(period, stretches, Math.ceil)
}

/** The half hours that the stretches reach into, as bits of a period; whole ones where the ends lie on the grid. */
export function wholeOf(period: number, stretches: readonly Interval[]): string {
  return bitsOf(period, stretches, Math.floor)
}

/** How many half hours of its period began before a time (epoch ms): no slot that is still ahead starts on them. */
export function startsPassed(ms: number): number {
  return Math.ceil((ms - spanOfPeriod(periodOf(ms)).startMs) / GRID_MS)
}

function bitsOf(period: number, stretches: readonly Interval[], begin: (value: number) => number): string {
  const { startMs: originMs } = spanOfPeriod(period)
  const bits = new Array<string>(BITS).fill('0')
  for (const { startMs, endMs } of stretches) {
    const first = Math.max(0, begin((startMs - originMs) / GRID_MS))
    const end = Math.min(BITS, Math.ceil((endMs - originMs) / GRID_MS))
    if (first < end) bits.fill('1', first, end)
  }
  return bits.join('')
}

/** Stretches as an `int4multirange` of minutes since 1970: those whole minutes whose first instant lies in one. */
export function minuteRangesOf(stretches: readonly Interval[]): string {
  const ranges = stretches.map(({ startMs, endMs }) => [
    Math.ceil(startMs / MINUTE_MS),
    Math.ceil(endMs / MINUTE_MS),
  ])
  return `{${ranges.map(([first, end]) => `[${first},${end})`).join(',')}}`
}

/** Hours that a family looks for: a date, or a stretch of it, in the family's zone. */
export type Wish = { date: LocalDate; start?: LocalTime | undefined; end?: LocalTime | undefined; zone: Zone }

/**
 * What a caregiver's row of that period has to say for the wish to come true: a free slot starts within `starts`, free
 * slots without a gap take all of `whole`, and none starts within `tooLate`, each where it is given.
 */
export type Requirement = {
  period: number
  starts: Interval | null
  whole: Interval | null
  tooLate: Interval | null
}

/**
 * A wish as requirements of which one has to be met; none where nothing can be offered, since it is over or too far
 * ahead. A date alone is what a day's list shows; with `start` alone a slot begins then or later that day, with `end`
 * alone it begins before; with both, slots next to each other hold the whole stretch, which goes on into the next day
 * when `end` is not after `start` (decisions §3, §4).
 */
export function requirementsOf(wish: Wish, nowMs: number): Requirement[] {
  const offered = { startMs: nowMs, endMs: offerEndMs(nowMs) }
  if (wish.start !== undefined && wish.end !== undefined) {
    const window = { date: wish.date, start: wish.start, end: wish.end }
    return toPossibleIntervals(window, wish.zone).flatMap((whole) => requirementOfHours(whole, offered))
  }
  const midnightMs = toDayNumber(wish.date) * DAY_MS
  const at = (time: LocalTime) => resolveWallTime(midnightMs + toMinutes(time) * MINUTE_MS, wish.zone)
  const limits = {
    startMs: wish.start === undefined ? Number.NEGATIVE_INFINITY : at(wish.start),
    // 00:00 as an end is the midnight that ends the day.
    endMs: wish.end === undefined || wish.end === '00:00' ? Number.POSITIVE_INFINITY : at(wish.end),
  }
  return within(within(stretchesOfDate(wish.date, wish.zone), limits), offered).map((starts) => ({
    period: periodOf(starts.startMs),
    starts,
    whole: null,
    tooLate: null,
  }))
}

/** The hours' first slot begins before them at the latest, and their last one while slots are offered. */
function requirementOfHours(whole: Interval, offered: Interval): Requirement[] {
  if (whole.startMs < offered.startMs || whole.startMs >= offered.endMs) return []
  const earliestMs = whole.startMs - LONGEST_SLOT_MS
  const startMs = Math.max(earliestMs, offered.startMs)
  return [
    {
      period: periodOf(startMs),
      // What takes the hours has begun by then anyway, unless it could have begun before now.
      starts: startMs === earliestMs ? null : { startMs, endMs: whole.startMs + 1 },
      whole,
      tooLate: whole.endMs > offered.endMs ? { startMs: offered.endMs, endMs: whole.endMs } : null,
    },
  ]
}

function within(stretches: readonly Interval[], limits: Interval): Interval[] {
  return stretches
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, limits.startMs),
      endMs: Math.min(endMs, limits.endMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs)
}

/** The instants of a date in a zone: one stretch, or two where clocks go back over midnight. */
function stretchesOfDate(date: LocalDate, zone: Zone): Interval[] {
  const { startMs, endMs } = toDateInterval(date, date, zone)
  const latestMs = endMs + 3 * HOUR_MS
  if (getOffsetMs(startMs, zone) === getOffsetMs(latestMs, zone)) return [{ startMs, endMs }]
  // All zones' offsets are whole quarters of an hour in the years that calendars reach.
  const stepMs = 15 * MINUTE_MS
  const quarters: Interval[] = []
  for (let ms = startMs; ms < latestMs; ms += stepMs) {
    if (toLocalDate(ms, zone) === date) quarters.push({ startMs: ms, endMs: ms + stepMs })
  }
  return mergeAdjacent(quarters)
}
