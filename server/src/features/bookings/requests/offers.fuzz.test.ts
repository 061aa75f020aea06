/**
 * Every offered slot can be requested and nothing else: the pure rules on random calendars, and in every zone
 * on the days of clock changes.
 * @see docs/rules/bookings.md#requests
 */

import { type Calendar, listFreeSlots, listOpenSlots, type Slot } from '@tendwell/contract/availability/slots'
import { listSlotsByDate } from '@tendwell/contract/availability/viewer-slots'
import { toPossibleIntervals } from '@tendwell/contract/availability/windows'
import type { RequestWindow } from '@tendwell/contract/bookings/bookings'
import {
  DAY_MS,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  toDateInterval,
  toLocalDateTime,
  type Zone,
} from '@tendwell/contract/time'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import {
  anyAvailability,
  anyMinimumVisitMs,
  anyZone,
  modelVisit,
} from '../../../../../contract/test/slots-model.ts'
import { ALL_ZONES, listClockChangeDates } from '../../../../../contract/test/zones.ts'
import { AppError } from '../../../platform/errors.ts'
import { isExpressible } from '../moving/same-length.ts'
import { pickAlternatives } from './alternatives.ts'
import { getNearbyRange } from './calendar.ts'
import { calculatePrice } from './price.ts'
import { type MatchedWindows, matchWindows, parseWindows, requireMinimumVisit } from './requested-windows.ts'
import { findHeldUntilMs, findUnavailability } from './unavailability.ts'

const numRuns = countRuns(5_000)
const OFFER_DAYS = 366

type SlotsInput = Parameters<typeof listFreeSlots>[0]

function toWallWindow({ startMs, endMs }: Interval, zone: Zone): RequestWindow {
  const { date, time } = toLocalDateTime(startMs, zone)
  return { date, start: time, end: toLocalDateTime(endMs, zone).time }
}

function toExactWindow(interval: Interval, zone: Zone): RequestWindow {
  const [start_utc, end_utc] = [interval.startMs, interval.endMs].map((at) => new Date(at).toISOString())
  return { ...toWallWindow(interval, zone), start_utc, end_utc }
}

/** Matches windows as sending a request does. @throws AppError 400 */
function match(windows: RequestWindow[], zone: Zone, input: SlotsInput): MatchedWindows {
  const offer = { fromMs: input.nowMs, toMs: input.nowMs + OFFER_DAYS * DAY_MS }
  const hours = parseWindows(windows, zone, offer)
  return matchWindows(windows, zone, listOpenSlots({ ...input, ...getNearbyRange(hours) }))
}

/** The matched times and whether they are free, or null when they are rejected. */
function tryMatch(windows: RequestWindow[], zone: Zone, input: SlotsInput) {
  try {
    const { windows: matched, takenWindows: taken } = match(windows, zone, input)
    return { matched: matched.map(({ startMs, endMs }) => ({ startMs, endMs })), isFree: taken.length === 0 }
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return null
    throw error
  }
}

/** The interval of up to four adjacent slots. */
function pickAdjacentSlots(slots: readonly Slot[], pick: number, more: number): Interval {
  const first = slots[pick % slots.length] as Slot
  let { endMs } = first
  for (let left = more; left > 0; left -= 1)
    endMs = slots.find((slot) => slot.startMs === endMs)?.endMs ?? endMs
  return { startMs: first.startMs, endMs }
}

describe('requests on random calendars', () => {
  test('accept each offered slot and each run of adjacent slots', () => {
    fc.assert(
      fc.property(anyAvailability, anyZone, fc.nat(), fc.nat(3), (input, zone, pick, more) => {
        const slots = listFreeSlots(input)
        fc.pre(slots.length > 0)
        const run = pickAdjacentSlots(slots, pick, more)
        const wall = toWallWindow(run, zone)
        const readings = toPossibleIntervals(wall, zone)
        const isExpressible = readings.some(
          ({ startMs, endMs }) => startMs === run.startMs && endMs === run.endMs,
        )
        // A date and two times can't express more than a day of wall time, but always a single slot.
        if (isExpressible)
          expect(tryMatch([toExactWindow(run, zone)], zone, input)).toEqual({
            matched: [run],
            isFree: true,
          })
        else expect(run.endMs - run.startMs).toBeGreaterThan(DAY_MS / 2)
        if (isExpressible && readings.length === 1) {
          expect(tryMatch([wall], zone, input)).toEqual({ matched: [run], isFree: true })
        }
        if (!isExpressible) return
        const { windows } = match([toExactWindow(run, zone)], zone, input)
        // The database has no empty bookings.
        const booked = input.booked.filter(({ startMs, endMs }) => startMs < endMs)
        expect(findUnavailability(windows, { ...input, booked, nowMs: input.nowMs - 1 })).toBe(null)
      }),
      { numRuns },
    )
  })

  test('accept a visit through each offered slot, and none through a free slot that is not offered', () => {
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(
        anyAvailability,
        anyZone,
        anyMinimumVisitMs,
        fc.nat(),
        (input, zone, minimumVisitMs, pick) => {
          const range = { fromMs: input.fromMs - 3 * DAY_MS, toMs: input.toMs + 3 * DAY_MS }
          const free = listFreeSlots(input)
          fc.pre(free.length > 0)
          const slot = free[pick % free.length] as Slot
          const visit = modelVisit(slot, listFreeSlots({ ...input, ...range }))
          const send = () => {
            const { windows, takenWindows } = match(
              visit.map((part) => toExactWindow(part, zone)),
              zone,
              { ...input, minimumVisitMs },
            )
            expect(takenWindows).toEqual([])
            requireMinimumVisit(windows, minimumVisitMs / MINUTE_MS)
          }
          const isOffered = listFreeSlots({ ...input, minimumVisitMs }).some(
            ({ startMs }) => startMs === slot.startMs,
          )
          if (isOffered) expect(send).not.toThrow()
          else expect(send).toThrow(AppError)
          counts[isOffered ? 'accepted' : 'refused'] += 1
        },
      ),
      { numRuns },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(numRuns / 20)
  })

  test('match wall times without instants only with offered slots', () => {
    fc.assert(
      fc.property(anyAvailability, anyZone, fc.nat(), fc.nat(3), (input, zone, pick, more) => {
        const slots = listFreeSlots(input)
        fc.pre(slots.length > 0)
        const answer = tryMatch([toWallWindow(pickAdjacentSlots(slots, pick, more), zone)], zone, input)
        const [matched] = answer?.matched ?? []
        if (!matched) return
        const near = listFreeSlots({
          ...input,
          fromMs: matched.startMs - DAY_MS,
          toMs: matched.endMs + DAY_MS,
        })
        expect(isMadeOf(near, matched)).toBe(true)
      }),
      { numRuns },
    )
  })

  test('reject hours that are moved, cut, stretched or taken', () => {
    const minutes = fc.integer({ min: -6, max: 6 }).map((steps) => steps * 5 * MINUTE_MS)
    fc.assert(
      fc.property(
        anyAvailability,
        anyZone,
        fc.nat(),
        fc.nat(3),
        minutes,
        minutes,
        (input, zone, pick, more, startShift, endShift) => {
          // Without bookings and time off, so that taken hours are requested too.
          const slots = listFreeSlots({ ...input, booked: [], held: [], timeOff: [] })
          fc.pre(slots.length > 0)
          const run = pickAdjacentSlots(slots, pick, more)
          const wanted = { startMs: run.startMs + startShift, endMs: run.endMs + endShift }
          fc.pre(wanted.startMs < wanted.endMs)
          const wide = { ...input, fromMs: wanted.startMs - DAY_MS, toMs: wanted.endMs + DAY_MS }
          const answer = tryMatch([toExactWindow(wanted, zone)], zone, input)
          const isOffered = isMadeOf(listFreeSlots(wide), wanted)
          if (!isOffered) expect(answer?.isFree ?? false).toBe(false)
          const isOpen = isMadeOf(listFreeSlots({ ...wide, booked: [], held: [] }), wanted)
          if (!isOpen) expect(answer).toBe(null)
          if (!answer || isOffered) return
          // With their buffers, because a later booking may overlap only a buffer.
          const { windows } = match([toExactWindow(wanted, zone)], zone, input)
          const held = (input.held ?? []).map((hold) => ({ ...hold, untilMs: hold.endMs }))
          const isHeldOnly = isMadeOf(listFreeSlots({ ...wide, held: [] }), wanted)
          if (isHeldOnly) expect(findHeldUntilMs(windows, { held })).not.toBe(null)
          else expect(findUnavailability(windows, input)).not.toBe(null)
        },
      ),
      { numRuns },
    )
  })

  test('reject instants that do not agree with the wall time', () => {
    fc.assert(
      fc.property(
        anyAvailability,
        anyZone,
        fc.nat(),
        fc.constantFrom(-60, -30, 30, 60),
        (input, zone, pick, shift) => {
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const slot = slots[pick % slots.length] as Slot
          const moved = { startMs: slot.startMs + shift * MINUTE_MS, endMs: slot.endMs + shift * MINUTE_MS }
          const { date, start, end } = toWallWindow(slot, zone)
          const odd = { ...toExactWindow(moved, zone), date, start, end }
          const isPossible = toPossibleIntervals(odd, zone).some(({ startMs }) => startMs === moved.startMs)
          if (!isPossible) expect(tryMatch([odd], zone, input)).toBe(null)
        },
      ),
      { numRuns },
    )
  })

  test('accept every alternative to taken hours', () => {
    let offered = 0
    fc.assert(
      fc.property(
        anyAvailability,
        anyZone,
        anyMinimumVisitMs,
        fc.nat(),
        fc.nat(3),
        (calendar, zone, minimumVisitMs, pick, more) => {
          const input = { ...calendar, minimumVisitMs }
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const lost = pickAdjacentSlots(slots, pick, more)
          fc.pre(isExpressible({ ...toWallWindow(lost, zone), ...lost }, zone))
          const now = { ...input, booked: [...input.booked, lost] }
          const matched = match([toExactWindow(lost, zone)], zone, now)
          expect(matched.takenWindows).toHaveLength(1)
          const range = { fromMs: lost.startMs - 7 * DAY_MS, toMs: lost.endMs + 7 * DAY_MS }
          const free = listFreeSlots({ ...now, ...range })
          for (const alternative of pickAlternatives(matched, free, { minimumVisitMs, zone })) {
            const { start_utc, end_utc } = alternative
            const expected = [{ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc) }]
            expect(tryMatch([alternative], zone, now)).toEqual({ matched: expected, isFree: true })
            expect(Date.parse(end_utc) - Date.parse(start_utc)).toBeGreaterThanOrEqual(minimumVisitMs)
            offered += 1
          }
        },
      ),
      { numRuns },
    )
    expect(offered).toBeGreaterThan(numRuns)
  })
})

describe('requests in every zone on the days of clock changes', () => {
  const now = Temporal.Instant.from('2026-06-01T00:00Z')
  const changes = ALL_ZONES.flatMap((zone) => listClockChangeDates(zone, now).map((date) => ({ zone, date })))
  const week = [1, 2, 3, 4, 5, 6, 7]

  /** The slots of a date as a viewer sees them, and what each becomes when all of them are requested. */
  function requestAll(calendar: Calendar, date: LocalDate, viewerZone: Zone) {
    const open = { calendar, booked: [], timeOff: [], nowMs: now.epochMilliseconds }
    const day = toDateInterval(date, date, viewerZone)
    const slots = listSlotsByDate({ ...open, first: date, last: date, viewerZone }).get(date) ?? []
    const windows = slots.map(({ startMs, endMs, start, end }) => {
      const [start_utc, end_utc] = [startMs, endMs].map((ms) => new Date(ms).toISOString())
      return { date, start, end, start_utc, end_utc }
    })
    const range = { fromMs: day.startMs, toMs: day.endMs }
    return { slots, matched: match(windows, viewerZone, { ...open, ...range }).windows }
  }
  const toSame = ({ startMs, endMs, start, end }: Interval & { start: string; end: string }) =>
    `${start}–${end} ${startMs}–${endMs}`
  const toMinutes = (intervals: readonly Interval[]) =>
    intervals.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / MINUTE_MS, 0)

  test('keep the instants of a family in that zone, also of an hour that is repeated', () => {
    expect(ALL_ZONES).toHaveLength(Intl.supportedValuesOf('timeZone').length)
    expect(ALL_ZONES.length).toBeGreaterThan(400)
    const rules = week.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
    let repeated = 0
    for (const { zone, date } of changes) {
      const { slots, matched } = requestAll({ zone: 'UTC', rules, overrides: [] }, date, zone)
      // A day has at least 22 hours: Troll Station in Antarctica changes its clocks by two.
      expect(slots.length).toBeGreaterThanOrEqual(22)
      expect(new Set(slots.map(({ startMs }) => startMs)).size).toBe(slots.length)
      if (new Set(slots.map(({ start }) => start)).size < slots.length) repeated += 1
      expect({ zone, date, matched: matched.map(toSame) }).toEqual({ zone, date, matched: slots.map(toSame) })
      const { totalMinutes } = calculatePrice(matched, { rateCents: 2_500, serviceFeeBps: 0 })
      expect(totalMinutes).toBe(toMinutes(slots))
    }
    expect(repeated).toBeGreaterThan(50)
  })

  test('keep the instants of a caregiver in that zone', () => {
    const windows = [{ start: '00:00', end: '06:00', slotMinutes: 30, bufferMinutes: 0 }]
    for (const { zone, date } of changes) {
      const calendar = { zone, rules: [], overrides: [{ date, isAvailable: true, windows }] }
      const own = requestAll(calendar, date, zone)
      // Slots with a skipped start or end are not offered.
      expect(own.slots.length).toBeGreaterThanOrEqual(7)
      const first = toLocalDateTime((own.slots[0] as Interval).startMs, 'Asia/Kathmandu').date
      const elsewhere = requestAll(calendar, first, 'Asia/Kathmandu')
      expect(elsewhere.slots.length).toBeGreaterThan(0)
      for (const { slots, matched } of [own, elsewhere]) {
        expect({ zone, date, matched: matched.map(toSame) }).toEqual({
          zone,
          date,
          matched: slots.map(toSame),
        })
      }
    }
  })
})

/** Whether adjacent slots make up exactly this interval. */
function isMadeOf(slots: readonly Slot[], { startMs, endMs }: Interval): boolean {
  const within = slots.filter((slot) => startMs <= slot.startMs && slot.endMs <= endMs)
  const touch = within.every((slot, index) => slot.startMs === (within[index - 1]?.endMs ?? startMs))
  return within.length > 0 && touch && within.at(-1)?.endMs === endMs
}
