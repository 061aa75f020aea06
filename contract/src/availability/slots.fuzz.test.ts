import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { countRuns, fc } from '../../test/random.ts'
import {
  anyAvailability,
  anyMinimumVisitMs,
  anyZone,
  areSeparate,
  modelFreeSlots,
  modelTakenByDate,
} from '../../test/slots-model.ts'
import { ALL_ZONES, listClockChangeDates } from '../../test/zones.ts'
import { addDays, HOUR_MS, listMonthDates, MINUTE_MS, toDateInterval, toInstant } from '../time.ts'
import { coverBySlots, coverLocalWindow } from './slot-cover.ts'
import { listFreeSlots, type Slot } from './slots.ts'
import { countSlotsByDate, groupByViewerDate, listSlotsByDate } from './viewer-slots.ts'
import { toPossibleIntervals } from './windows.ts'

const anyShare = fc.double({ min: 0, max: 1, noNaN: true })

describe('listFreeSlots with random calendars', () => {
  it('lists the slots of the slow model, sorted, in the future and without overlaps', () => {
    fc.assert(
      fc.property(anyAvailability, anyMinimumVisitMs, (calendar, minimumVisitMs) => {
        const input = { ...calendar, minimumVisitMs }
        const slots = listFreeSlots(input)
        expect(slots).toEqual(modelFreeSlots(input))
        let lastEndMs = Math.max(input.nowMs, input.fromMs)
        for (const { startMs, endMs } of slots) {
          expect(startMs).toBeGreaterThanOrEqual(lastEndMs)
          expect(endMs).toBeGreaterThan(startMs)
          lastEndMs = endMs
        }
      }),
      { numRuns: countRuns(6000) },
    )
  })

  it('lists the same slots for two parts of a range as for the whole range', () => {
    fc.assert(
      fc.property(anyAvailability, anyMinimumVisitMs, anyShare, (calendar, minimumVisitMs, share) => {
        const input = { ...calendar, minimumVisitMs }
        const middleMs = Math.round(input.fromMs + share * (input.toMs - input.fromMs))
        const parts = [
          listFreeSlots({ ...input, toMs: middleMs }),
          listFreeSlots({ ...input, fromMs: middleMs }),
        ]
        expect(parts.flat()).toEqual(listFreeSlots(input))
      }),
      { numRuns: countRuns(2000) },
    )
  })

  it('removes a booked slot and those that its buffer blocks, and no others', () => {
    fc.assert(
      fc.property(anyAvailability, fc.nat(), (input, pick) => {
        const slots = listFreeSlots(input)
        fc.pre(slots.length > 0)
        const chosen = slots[pick % slots.length] as Slot
        const left = listFreeSlots({ ...input, booked: [...input.booked, chosen] })
        expect(left).not.toContainEqual(chosen)
        for (const slot of left) expect(slots).toContainEqual(slot)
        for (const slot of left) expect(areSeparate(slot, chosen)).toBe(true)
        for (const slot of slots) if (areSeparate(slot, chosen)) expect(left).toContainEqual(slot)
      }),
      { numRuns: countRuns(2000) },
    )
  })

  it('allows the same bookings in any order', () => {
    fc.assert(
      fc.property(anyAvailability, fc.array(fc.nat(), { maxLength: 6 }), (input, picks) => {
        const made: Slot[] = []
        for (const pick of picks) {
          const slots = listFreeSlots({ ...input, booked: [...input.booked, ...made] })
          if (slots.length > 0) made.push(slots[pick % slots.length] as Slot)
        }
        for (const [index, one] of made.entries()) {
          const others = made.filter((_, other) => other !== index)
          expect(listFreeSlots({ ...input, booked: [...input.booked, ...others] })).toContainEqual(one)
        }
      }),
      { numRuns: countRuns(1500) },
    )
  })
})

describe('listFreeSlots in every zone', () => {
  it('lists the slots of the slow model on the days of clock changes, for viewers in other zones too', () => {
    const windows = [{ start: '00:00', end: '00:00', slotMinutes: 60, bufferMinutes: 15 }]
    expect(ALL_ZONES.length).toBeGreaterThan(400)
    for (const [index, zone] of ALL_ZONES.entries()) {
      for (const date of listClockChangeDates(zone, Temporal.Instant.from('2026-06-01T00:00Z'))) {
        const overrides = [{ date, isAvailable: true, windows }]
        const { startMs, endMs } = toDateInterval(date, date, zone)
        const booked = [{ startMs: startMs + 2 * HOUR_MS, endMs: startMs + 3 * HOUR_MS, bufferMs: HOUR_MS }]
        const taken = { booked, timeOff: [], nowMs: startMs + 20 * MINUTE_MS }
        const input = { calendar: { zone, rules: [], overrides }, ...taken, fromMs: startMs, toMs: endMs }
        const slots = listFreeSlots(input)
        expect({ zone, date, slots }).toEqual({ zone, date, slots: modelFreeSlots(input, 1) })
        expect(slots.length).toBeGreaterThan(10)
        const viewerZone = ALL_ZONES[(index + 211) % ALL_ZONES.length] as string
        const range = { first: addDays(date, -2), last: addDays(date, 2), viewerZone }
        const seen = [...listSlotsByDate({ ...input, ...range }).values()].flat()
        expect(seen.map((slot) => slot.startMs)).toEqual(slots.map((slot) => slot.startMs))
      }
    }
  })
})

describe('slots by viewer date', () => {
  it('list each slot once under the viewer’s date, and can be requested by the viewer’s wall time', () => {
    fc.assert(
      fc.property(anyAvailability, anyZone, (input, viewerZone) => {
        const slots = listFreeSlots(input)
        const listed = [...groupByViewerDate(slots, viewerZone)].flatMap(([date, ofDate]) =>
          ofDate.map((slot) => ({ ...slot, key: date })),
        )
        const byStart = listed
          .map(({ startMs, endMs }) => ({ startMs, endMs }))
          .sort((a, b) => a.startMs - b.startMs)
        expect(byStart).toEqual(slots.map(({ startMs, endMs }) => ({ startMs, endMs })))
        for (const { key, date, start, end, startMs, endMs } of listed) {
          expect(key).toBe(date)
          expect(toInstant(date, start, viewerZone)).toBeLessThanOrEqual(startMs)
          const cover = coverLocalWindow({ date, start, end }, viewerZone, slots)
          expect(cover).not.toBeNull()
          const readings = toPossibleIntervals({ date, start, end }, viewerZone)
          expect(readings).toContainEqual({ startMs, endMs })
          if (readings.length === 1) expect(cover).toEqual([expect.objectContaining({ startMs, endMs })])
        }
      }),
      { numRuns: countRuns(3000) },
    )
  })

  it('are the same for a day as for a month', () => {
    fc.assert(
      fc.property(anyAvailability, anyZone, (input, viewerZone) => {
        const year = new Date(input.fromMs).getUTCFullYear()
        const dates = listMonthDates(year, new Date(input.fromMs).getUTCMonth() + 1)
        const first = dates[0] as string
        const last = dates.at(-1) as string
        const month = listSlotsByDate({ ...input, first, last, viewerZone })
        expect([...month.keys()]).toEqual(dates)
        const counts = countSlotsByDate({ ...input, first, last, viewerZone })
        expect([...counts.keys()]).toEqual(dates)
        const { startMs: fromMs, endMs: toMs } = toDateInterval(first, last, viewerZone)
        const bookedOn = modelTakenByDate({ ...input, fromMs, toMs }, viewerZone)
        for (const [date, { free, booked }] of counts) {
          expect(free).toBe(month.get(date)?.length)
          expect({ date, booked }).toEqual({ date, booked: bookedOn.get(date) ?? 0 })
        }
        for (const date of dates) {
          const day = listSlotsByDate({ ...input, first: date, last: date, viewerZone })
          expect([...day]).toEqual([[date, month.get(date)]])
        }
      }),
      { numRuns: countRuns(600) },
    )
  })
})

describe('coverBySlots', () => {
  it('covers adjacent slots and nothing else', () => {
    fc.assert(
      fc.property(
        anyAvailability,
        fc.nat(),
        fc.nat(3),
        fc.integer({ min: -1, max: 1 }),
        (input, pick, more, shift) => {
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const from = pick % slots.length
          const run = slots.slice(from, from + 1 + more)
          const wanted = { startMs: (run[0] as Slot).startMs, endMs: (run.at(-1) as Slot).endMs }
          const touching = run.slice(1).every((slot, index) => slot.startMs === run[index]?.endMs)
          expect(coverBySlots(wanted, slots)).toEqual(touching ? run : null)
          const moved = { startMs: wanted.startMs, endMs: wanted.endMs + shift * MINUTE_MS }
          expect(coverBySlots(moved, slots)).toEqual(touching && shift === 0 ? run : null)
          const late = { startMs: wanted.startMs + shift * MINUTE_MS, endMs: wanted.endMs }
          expect(coverBySlots(late, slots)).toEqual(touching && shift === 0 ? run : null)
        },
      ),
      { numRuns: countRuns(2000) },
    )
  })
})
