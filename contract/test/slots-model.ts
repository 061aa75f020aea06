import { Temporal } from 'temporal-polyfill'
import type { Availability, Booked, Calendar, Slot } from '../src/availability/slots.ts'
import type { Window } from '../src/availability/windows.ts'
import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS, toLocalTime } from '../src/time.ts'
import { fc } from './random.ts'

type SlotsInput = Availability & { fromMs: number; toMs: number }

export const anyZone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Nuuk',
  'America/Santiago',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
)

/** Mostly quarters of an hour, sometimes any minute. */
const anyMinutes = fc.oneof(
  { weight: 9, arbitrary: fc.nat(96).map((quarter) => quarter * 15) },
  { weight: 1, arbitrary: fc.nat(1_440) },
)

/** Any windows, some of them invalid or overlapping. */
const anyWindow: fc.Arbitrary<Window> = fc.record({
  start: anyMinutes.map(toLocalTime),
  end: anyMinutes.map(toLocalTime),
  endsNextDay: fc.boolean(),
  slotMinutes: fc.constantFrom(30, 45, 60, 61, 90, 240, 480),
  bufferMinutes: fc.constantFrom(0, 0, 10, 15, 60, 720),
})

const anchors = new Map<string, fc.Arbitrary<number>>()

/**
 * Instants near clock changes, leap days and year ends, and others. Kept, because finding the changes is
 * slow.
 */
function anyAnchor(zone: string): fc.Arbitrary<number> {
  const known = anchors.get(zone) ?? makeAnchor(zone)
  anchors.set(zone, known)
  return known
}

function makeAnchor(zone: string): fc.Arbitrary<number> {
  const changes: number[] = []
  let at = Temporal.Instant.from('2006-01-01T00:00Z').toZonedDateTimeISO(zone)
  for (let next = at.getTimeZoneTransition('next'); next && next.year < 2032; ) {
    changes.push(next.epochMilliseconds)
    at = next
    next = at.getTimeZoneTransition('next')
  }
  const calendar = ['2024-02-29', '2028-02-29', '2100-02-28', '2026-12-31'].map((date) => Date.parse(date))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(changes.length > 0 ? changes : calendar)) },
    { weight: 1, arbitrary: fc.constantFrom(...calendar) },
    { weight: 1, arbitrary: fc.integer({ min: 18_000, max: 22_000 }).map((day) => day * DAY_MS) },
  )
}

function anyIntervalsNear(anchorMs: number): fc.Arbitrary<Interval[]> {
  const interval = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.nat(40)).map(([quarter, length]) => {
    const startMs = anchorMs + quarter * 15 * MINUTE_MS
    return { startMs, endMs: startMs + length * 15 * MINUTE_MS }
  })
  return fc.array(interval, { maxLength: 6 })
}

function anyBookingsNear(anchorMs: number): fc.Arbitrary<Booked[]> {
  const bufferMs = fc.constantFrom(0, 0, 10, 60, 720).map((minutes) => minutes * MINUTE_MS)
  const buffers = fc.array(fc.option(bufferMs, { nil: undefined }), { minLength: 6, maxLength: 6 })
  return fc
    .tuple(anyIntervalsNear(anchorMs), buffers)
    .map(([intervals, buffersMs]) =>
      intervals.map((one, index) =>
        buffersMs[index] === undefined ? one : { ...one, bufferMs: buffersMs[index] },
      ),
    )
}

/** How long visits are at least, in ms. */
export const anyMinimumVisitMs = fc
  .constantFrom(0, 60, 90, 150, 240, 480)
  .map((minutes) => minutes * MINUTE_MS)

/** A calendar with rules, overrides, bookings, held hours and time off around an instant of `anyAnchor`. */
export const anyAvailability: fc.Arbitrary<SlotsInput> = anyZone
  .chain((zone) => fc.tuple(fc.constant(zone), anyAnchor(zone)))
  .chain(([zone, anchorMs]) => {
    const today = Temporal.Instant.fromEpochMilliseconds(anchorMs).toZonedDateTimeISO(zone).toPlainDate()
    const date = fc.integer({ min: -4, max: 4 }).map((days) => today.add({ days }).toString())
    const rule = fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      start: anyMinutes.map(toLocalTime),
      end: anyMinutes.map(toLocalTime),
      endsNextDay: fc.boolean(),
      slotMinutes: fc.constantFrom(60, 60, 45, 90),
      bufferMinutes: fc.constantFrom(0, 0, 0, 15),
    })
    const override = fc.record({
      date,
      isAvailable: fc.boolean(),
      windows: fc.array(anyWindow, { maxLength: 3 }),
    })
    return fc.record({
      calendar: fc.record({
        zone: fc.constant(zone),
        rules: fc.array(rule, { maxLength: 14 }),
        overrides: fc.uniqueArray(override, { maxLength: 5, selector: (one) => one.date }),
      }),
      booked: anyBookingsNear(anchorMs),
      held: anyBookingsNear(anchorMs),
      timeOff: anyIntervalsNear(anchorMs),
      nowMs: fc.integer({ min: -90, max: 10 }).map((hours) => anchorMs + hours * HOUR_MS),
      noticeMs: fc.constantFrom(0, 0, 0, 0, 2, 12, 24, 48).map((hours) => hours * HOUR_MS),
      fromMs: fc.integer({ min: -72, max: 0 }).map((hours) => anchorMs + hours * HOUR_MS),
      toMs: fc.integer({ min: 0, max: 72 }).map((hours) => anchorMs + hours * HOUR_MS),
    })
  })

function modelWindows(date: Temporal.PlainDate, calendar: Calendar): Window[] {
  for (const override of calendar.overrides) {
    if (override.date === date.toString()) return override.isAvailable ? [...override.windows] : []
  }
  return calendar.rules
    .filter((rule) => rule.weekday === date.dayOfWeek)
    .map(({ weekday: _weekday, ...hours }) => ({ slotMinutes: 60, bufferMinutes: 0, ...hours }))
}

function modelInstant(wall: Temporal.PlainDateTime, zone: string): number | null {
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null
}

/** A slot with the start of its window's first one. */
type ModelSlot = Slot & { windowStartMs: number }

function modelDay(date: Temporal.PlainDate, calendar: Calendar): ModelSlot[] {
  const candidates: ModelSlot[] = []
  for (const { start, end, endsNextDay, slotMinutes, bufferMinutes } of modelWindows(date, calendar)) {
    const windowEnd = (end === '00:00' || endsNextDay ? date.add({ days: 1 }) : date).toPlainDateTime(end)
    let slotStart = date.toPlainDateTime(start)
    let windowStartMs: number | undefined
    for (;;) {
      const slotEnd = slotStart.add({ minutes: slotMinutes })
      if (Temporal.PlainDateTime.compare(slotEnd, windowEnd) > 0) break
      const startMs = modelInstant(slotStart, calendar.zone)
      const endMs = modelInstant(slotEnd, calendar.zone)
      if (startMs !== null && endMs !== null) {
        windowStartMs ??= startMs
        candidates.push({ startMs, endMs, bufferMs: bufferMinutes * MINUTE_MS, windowStartMs })
      }
      slotStart = slotEnd.add({ minutes: bufferMinutes })
    }
  }
  candidates.sort(
    (a, b) =>
      a.startMs - b.startMs ||
      a.endMs - b.endMs ||
      a.bufferMs - b.bufferMs ||
      a.windowStartMs - b.windowStartMs,
  )
  const kept: ModelSlot[] = []
  for (const slot of candidates) if (!kept.some((other) => shareTime(slot, other))) kept.push(slot)
  return kept
}

function shareTime(slot: Interval, other: Interval): boolean {
  return slot.startMs < other.endMs && other.startMs < slot.endMs
}

/**
 * All slots of some days around a range, free or taken, but none before the notice ends or within time off. Slow and
 * literal: Temporal for each time, and each slot compared with each other one, booking, hold and time off.
 */
function modelOpenSlots(
  { calendar, booked, held = [], timeOff, nowMs, noticeMs = 0, fromMs, toMs }: SlotsInput,
  daysAround: number,
): (ModelSlot & { isTaken: boolean })[] {
  const zoned = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(calendar.zone)
  const lastDate = zoned(toMs + daysAround * DAY_MS).toPlainDate()
  let date = zoned(fromMs - daysAround * DAY_MS).toPlainDate()
  let before: Slot[] = []
  const kept: ModelSlot[] = []
  for (; Temporal.PlainDate.compare(date, lastDate) <= 0; date = date.add({ days: 1 })) {
    const ofDate = modelDay(date, calendar)
    kept.push(...ofDate.filter((slot) => !before.some((other) => shareTime(slot, other))))
    before = ofDate
  }
  const hasTime = (other: Interval) => other.startMs !== other.endMs
  return kept
    .sort((a, b) => a.startMs - b.startMs)
    .filter(({ startMs }) => startMs - noticeMs >= nowMs)
    .filter((slot) => !timeOff.filter(hasTime).some((other) => shareTime(slot, other)))
    .map((slot) => {
      const isTaken = [...booked, ...held].filter(hasTime).some((other) => !areSeparate(slot, other))
      return { ...slot, isTaken }
    })
}

/**
 * A slow version of `listFreeSlots` to compare it with.
 * @see docs/rules/availability.md#slots
 */
export function modelFreeSlots(input: SlotsInput, daysAround = 4): Slot[] {
  const { fromMs, toMs, minimumVisitMs = 0 } = input
  const free = modelOpenSlots(input, daysAround)
    .filter(({ isTaken }) => !isTaken)
    .map(({ startMs, endMs, bufferMs }) => ({ startMs, endMs, bufferMs }))
  return free
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .filter((slot) => getVisitMs(modelVisit(slot, free)) >= minimumVisitMs)
}

/**
 * How many taken slots begin on each date of a viewer's zone, without the ends of nights, until noon, of the dates
 * before. Dates beyond the range may be there too.
 * @see docs/rules/availability.md#free-times
 */
export function modelTakenByDate(input: SlotsInput, viewerZone: string): Map<string, number> {
  const read = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(viewerZone).toPlainDateTime()
  const counts = new Map<string, number>()
  for (const { isTaken, startMs, endMs, windowStartMs } of modelOpenSlots(input, 4)) {
    const [date, end] = [read(startMs).toPlainDate(), read(endMs)]
    const isEndOfNight =
      !read(windowStartMs).toPlainDate().equals(date) &&
      end.toPlainDate().equals(date) &&
      Temporal.PlainTime.compare(end.toPlainTime(), '12:00') <= 0
    if (isTaken && !isEndOfNight) counts.set(date.toString(), (counts.get(date.toString()) ?? 0) + 1)
  }
  return counts
}

/** The longest visit through a free slot: it, and all free slots that touch each other before and after it. */
export function modelVisit(slot: Slot, free: readonly Slot[]): [Slot, ...Slot[]] {
  const visit: [Slot, ...Slot[]] = [slot]
  for (const other of free) if (other.startMs === visit.at(-1)?.endMs) visit.push(other)
  for (const other of free.toReversed()) if (other.endMs === visit[0].startMs) visit.unshift(other)
  return visit
}

function getVisitMs(visit: readonly Slot[]): number {
  return visit.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

/** Whether the later of two bookings begins at the end of the earlier one's buffer, or after it. */
export function areSeparate(a: Booked, b: Booked): boolean {
  return a.endMs + (a.bufferMs ?? 0) <= b.startMs || b.endMs + (b.bufferMs ?? 0) <= a.startMs
}
