/**
 * Every offered slot can be requested and nothing else can: thousands of calendars against the pure rules.
 * TENDWELL_FUZZ_RUNS sets how many calendars each property meets.
 */
import type { RequestWindow } from '@tendwell/contract/bookings'
import { listFreeSlots, type Slot } from '@tendwell/contract/slots'
import { DAY_MS, type Interval, MINUTE_MS, toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { toPossibleIntervals } from '@tendwell/contract/windows'
import { describe, expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import { anyAvailability, anyZone } from '../../../../contract/test/slots-model.ts'
import { AppError } from '../../platform/errors.ts'
import { obstacleTo } from './obstacle.ts'
import { alternativesTo, type Choice, chooseWindows, rangeOfWindows } from './windows.ts'

const numRuns = Number(process.env.TENDWELL_FUZZ_RUNS ?? 1_000)
const LIMIT_MS = 60_000 + numRuns * 100
const OFFER_DAYS = 366

type Asked = Parameters<typeof listFreeSlots>[0]

function wallOf({ startMs, endMs }: Interval, zone: Zone): RequestWindow {
  const { date, time } = toLocalDateTime(startMs, zone)
  return { date, start: time, end: toLocalDateTime(endMs, zone).time }
}

function exactOf(interval: Interval, zone: Zone): RequestWindow {
  const [start_utc, end_utc] = [interval.startMs, interval.endMs].map((at) => new Date(at).toISOString())
  return { ...wallOf(interval, zone), start_utc, end_utc }
}

/** Asks as the call does. @throws AppError 400 */
function ask(windows: RequestWindow[], zone: Zone, input: Asked): Choice {
  const offer = { fromMs: input.nowMs, toMs: input.nowMs + OFFER_DAYS * DAY_MS }
  const range = rangeOfWindows(windows, zone, offer)
  return chooseWindows(windows, zone, {
    free: listFreeSlots({ ...input, ...range }),
    openSlots: () => listFreeSlots({ ...input, ...range, booked: [] }),
  })
}

/** What it answers: the chosen times and whether they are free, or null where it refuses them. */
function answerTo(windows: RequestWindow[], zone: Zone, input: Asked) {
  try {
    const { windows: chosen, taken } = ask(windows, zone, input)
    return { chosen: chosen.map(({ startMs, endMs }) => ({ startMs, endMs })), isFree: taken.length === 0 }
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return null
    throw error
  }
}

/** A run of up to four offered slots next to each other. */
function runFrom(slots: readonly Slot[], pick: number, more: number): Interval {
  const first = slots[pick % slots.length] as Slot
  let { endMs } = first
  for (let left = more; left > 0; left -= 1)
    endMs = slots.find((slot) => slot.startMs === endMs)?.endMs ?? endMs
  return { startMs: first.startMs, endMs }
}

describe('whatever the calendar, the zones and the day', () => {
  test(
    'each offered slot, and each run of them, is requested exactly as it is offered',
    () => {
      fc.assert(
        fc.property(anyAvailability, anyZone, fc.nat(), fc.nat(3), (input, zone, pick, more) => {
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const run = runFrom(slots, pick, more)
          const wall = wallOf(run, zone)
          const readings = toPossibleIntervals(wall, zone)
          const isSayable = readings.some(
            ({ startMs, endMs }) => startMs === run.startMs && endMs === run.endMs,
          )
          // More than a day of wall time can't be said by a date and two times; a single slot always can.
          if (isSayable)
            expect(answerTo([exactOf(run, zone)], zone, input)).toEqual({ chosen: [run], isFree: true })
          else expect(run.endMs - run.startMs).toBeGreaterThan(DAY_MS / 2)
          if (isSayable && readings.length === 1) {
            expect(answerTo([wall], zone, input)).toEqual({ chosen: [run], isFree: true })
          }
          if (!isSayable) return
          const { windows } = ask([exactOf(run, zone)], zone, input)
          // The database holds no booking without length.
          const booked = input.booked.filter(({ startMs, endMs }) => startMs < endMs)
          expect(obstacleTo(windows, { ...input, booked, nowMs: input.nowMs - 1 })).toBe(null)
        }),
        { numRuns },
      )
    },
    LIMIT_MS,
  )

  test(
    'what is requested by its wall time alone is always something that is offered',
    () => {
      fc.assert(
        fc.property(anyAvailability, anyZone, fc.nat(), fc.nat(3), (input, zone, pick, more) => {
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const answer = answerTo([wallOf(runFrom(slots, pick, more), zone)], zone, input)
          const [chosen] = answer?.chosen ?? []
          if (!chosen) return
          const near = listFreeSlots({
            ...input,
            fromMs: chosen.startMs - DAY_MS,
            toMs: chosen.endMs + DAY_MS,
          })
          expect(runs(near, chosen)).toBe(true)
        }),
        { numRuns },
      )
    },
    LIMIT_MS,
  )

  test(
    'nothing else is: what is moved, cut, stretched, taken or invented is refused',
    () => {
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
            // As if nothing were taken, so that taken hours are asked for as well.
            const slots = listFreeSlots({ ...input, booked: [], timeOff: [] })
            fc.pre(slots.length > 0)
            const run = runFrom(slots, pick, more)
            const asked = { startMs: run.startMs + startShift, endMs: run.endMs + endShift }
            fc.pre(asked.startMs < asked.endMs)
            const wide = { ...input, fromMs: asked.startMs - DAY_MS, toMs: asked.endMs + DAY_MS }
            const answer = answerTo([exactOf(asked, zone)], zone, input)
            const isOffered = runs(listFreeSlots(wide), asked)
            if (!isOffered) expect(answer?.isFree ?? false).toBe(false)
            const isOpen = runs(listFreeSlots({ ...wide, booked: [] }), asked)
            if (!isOpen) expect(answer).toBe(null)
            if (!answer || isOffered) return
            // With their rest: it alone can be what a booking right after them is in the way of.
            const { windows } = ask([exactOf(asked, zone)], zone, input)
            expect(obstacleTo(windows, input)).not.toBe(null)
          },
        ),
        { numRuns },
      )
    },
    LIMIT_MS,
  )

  test(
    'instants that do not agree with the wall time are refused',
    () => {
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
            const { date, start, end } = wallOf(slot, zone)
            const odd = { ...exactOf(moved, zone), date, start, end }
            const isReading = toPossibleIntervals(odd, zone).some(({ startMs }) => startMs === moved.startMs)
            if (!isReading) expect(answerTo([odd], zone, input)).toBe(null)
          },
        ),
        { numRuns },
      )
    },
    LIMIT_MS,
  )

  test(
    'the alternatives to taken hours can all be requested',
    () => {
      let offered = 0
      fc.assert(
        fc.property(anyAvailability, anyZone, fc.nat(), (input, zone, pick) => {
          const slots = listFreeSlots(input)
          fc.pre(slots.length > 0)
          const lost = slots[pick % slots.length] as Slot
          const now = { ...input, booked: [...input.booked, lost] }
          const choice = ask([exactOf(lost, zone)], zone, now)
          expect(choice.taken).toHaveLength(1)
          const range = { fromMs: lost.startMs - 7 * DAY_MS, toMs: lost.endMs + 7 * DAY_MS }
          for (const alternative of alternativesTo(choice, listFreeSlots({ ...now, ...range }), zone)) {
            const { start_utc, end_utc } = alternative
            const chosen = [{ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc) }]
            expect(answerTo([alternative], zone, now)).toEqual({ chosen, isFree: true })
            offered += 1
          }
        }),
        { numRuns },
      )
      expect(offered).toBeGreaterThan(numRuns)
    },
    LIMIT_MS,
  )
})

/** Whether whole slots next to each other make up exactly these times: the slow way. */
function runs(slots: readonly Slot[], { startMs, endMs }: Interval): boolean {
  const within = slots.filter((slot) => startMs <= slot.startMs && slot.endMs <= endMs)
  const touch = within.every((slot, index) => slot.startMs === (within[index - 1]?.endMs ?? startMs))
  return within.length > 0 && touch && within.at(-1)?.endMs === endMs
}
