/**
 * Random calendars through the real server: it offers the slots of the slow model, counts them in the month,
 * accepts requests for them and for nothing else, and stores their instants. The rules alone have more cases
 * in `features/bookings/requests/offers.fuzz.test.ts`.
 */

import { validateWindows, type Window, windowsOverlap } from '@tendwell/contract/availability/windows'
import {
  addDays,
  DAY_MS,
  HOUR_MS,
  type LocalDate,
  MINUTE_MS,
  toDateInterval,
  toLocalDate,
  toLocalDateTime,
} from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../contract/test/random.ts'
import { anyZone, modelFreeSlots } from '../../contract/test/slots-model.ts'
import { type Answer, type TestApp, testApp } from './app.ts'
import type { TestUser } from './factories/accounts.ts'
import { bookHours, makeListedCaregiver, openHours } from './factories/availability.ts'
import { makeFamily } from './factories/bookings.ts'

const numRuns = countRuns(100)
const DAYS = 4

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

const anyTime = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const toTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${toTwoDigits(Math.floor(quarter / 4))}:${toTwoDigits((quarter % 4) * 15)}`
})
const anyHours = fc.record({
  start: anyTime,
  end: anyTime,
  slotMinutes: fc.constantFrom(60, 60, 45, 90),
  bufferMinutes: fc.constantFrom(0, 0, 15),
})
const anyWindow: fc.Arbitrary<Window> = fc.record({
  start: anyTime,
  end: anyTime,
  slotMinutes: fc.constantFrom(30, 45, 60, 61, 90, 240),
  bufferMinutes: fc.constantFrom(0, 0, 10, 15, 60),
})
const anyDay = fc.record({
  isAvailable: fc.boolean(),
  windows: fc.array(anyWindow, { maxLength: 4 }),
})
const anySpan = fc.record({ hour: fc.integer({ min: -12, max: 96 }), hours: fc.integer({ min: 1, max: 9 }) })
const anyCalendar = fc.record({
  zone: anyZone,
  viewerZone: anyZone,
  /** Days from today to the first date; null for the day before the next clock change. */
  daysAhead: fc.oneof(fc.constant(null), fc.integer({ min: 3, max: 300 })),
  weekly: fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hours: anyHours }), {
    maxLength: 10,
  }),
  days: fc.array(fc.option(anyDay), { minLength: DAYS, maxLength: DAYS }),
  off: fc.array(anySpan, { maxLength: 2 }),
  noticeHours: fc.constantFrom(0, 0, 72, 168),
  minimumVisitMinutes: fc.constantFrom(0, 0, 0, 60),
  booked: fc.array(fc.nat(), { maxLength: 4 }),
  picks: fc.array(fc.record({ pick: fc.nat(), shift: fc.constantFrom(-60, -15, -5, 5, 15, 60) }), {
    minLength: 5,
    maxLength: 5,
  }),
})
type RandomCalendar = typeof anyCalendar extends fc.Arbitrary<infer Value> ? Value : never

/** The windows that are valid and don't overlap an earlier one. */
function keepValid<Hours extends { start: string; end: string }>(all: readonly Hours[]): Hours[] {
  const kept: Hours[] = []
  for (const one of all) {
    if (validateWindows([one]).length === 0 && !windowsOverlap([...kept, one])) kept.push(one)
  }
  return kept
}

function pickFirstDate({ zone, daysAhead }: RandomCalendar, nowMs: number): LocalDate {
  const today = toLocalDate(nowMs, zone)
  if (daysAhead !== null) return addDays(today, daysAhead)
  for (let day = 3; day < 330; day += 1) {
    const date = addDays(today, day)
    const { startMs, endMs } = toDateInterval(date, date, zone)
    if (endMs - startMs !== DAY_MS) return addDays(date, -1)
  }
  return addDays(today, 20)
}

/** Creates the calendar through the API. @returns the input of the slow model */
async function createCalendar(caregiver: TestUser, random: RandomCalendar, first: LocalDate) {
  const byWeekday = (weekday: number) =>
    keepValid(random.weekly.filter((rule) => rule.weekday === weekday).map((rule) => rule.hours))
  const rules = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    byWeekday(weekday).map((hours) => ({ weekday, ...hours })),
  )
  for (const { slotMinutes, bufferMinutes, ...rule } of rules) {
    const body = { ...rule, slot_minutes: slotMinutes, buffer_minutes: bufferMinutes }
    expect((await caregiver.client.post('/api/availability/rules', body)).status).toBe(201)
  }
  const overrides = random.days.flatMap((day, index) => {
    const windows = day ? keepValid(day.windows) : []
    if (!day) return []
    return [
      { date: addDays(first, index), isAvailable: day.isAvailable, windows: day.isAvailable ? windows : [] },
    ]
  })
  for (const { date, isAvailable, windows } of overrides) {
    const wire = windows.map(({ start, end, slotMinutes, bufferMinutes }) => ({
      start_local: start,
      end_local: end,
      slot_minutes: slotMinutes,
      buffer_minutes: bufferMinutes,
    }))
    if (isAvailable) await openHours(caregiver, date, wire)
    else {
      const body = { caregiver: caregiver.id, date_local: date, is_available: false, windows: [] }
      expect((await caregiver.client.post('/api/availability/overrides', body)).status).toBe(201)
    }
  }
  const { startMs } = toDateInterval(first, first, random.zone)
  const timeOff = random.off.map(({ hour, hours }) => ({
    startMs: startMs + hour * 60 * MINUTE_MS,
    endMs: startMs + (hour + hours) * 60 * MINUTE_MS,
  }))
  for (const { startMs: from, endMs: to } of timeOff) {
    const span = { start_utc: new Date(from).toISOString(), end_utc: new Date(to).toISOString() }
    expect((await caregiver.client.post('/api/availability/timeoff', span)).status).toBe(201)
  }
  const { noticeHours, minimumVisitMinutes } = random
  await caregiver.client.put('/api/availability/settings', {
    notice_hours: noticeHours,
    minimum_visit_minutes: minimumVisitMinutes,
    meeting_hours: 'bookable',
  })
  const calendar = { zone: random.zone, rules, overrides }
  const minimumVisitMs = minimumVisitMinutes * MINUTE_MS
  return { calendar, timeOff, noticeMs: noticeHours * HOUR_MS, minimumVisitMs }
}

type OfferedSlot = { date: LocalDate; start: string; end: string; start_utc: string; end_utc: string }

/** The offered slots of some dates; also compares them with the counts of the month. */
async function listOffered(caregiver: TestUser, dates: readonly LocalDate[], zone: string) {
  const query = `user_id=${caregiver.id}&timezone=${encodeURIComponent(zone)}`
  const offered: OfferedSlot[] = []
  for (const date of dates) {
    const day = (await app.visitor.get(`/api/availability/day?${query}&date=${date}`)).body
    const [year, month] = date.split('-').map(Number)
    const counts = (await app.visitor.get(`/api/availability/month?${query}&year=${year}&month=${month}`))
      .body
    expect(counts.days[date] ?? 0).toBe(day.slots.length)
    offered.push(...day.slots.map((slot: Omit<OfferedSlot, 'date'>) => ({ date, ...slot })))
  }
  return offered
}

test('offers the slots of the model and accepts requests for them and nothing else', async () => {
  let requested = 0
  let refused = 0
  const check = async (random: RandomCalendar) => {
    const nowMs = app.deps.clock.now().getTime()
    const { zone, viewerZone, minimumVisitMinutes } = random
    const isShorter = ({ start_utc, end_utc }: { start_utc: string; end_utc: string }) =>
      Date.parse(end_utc) - Date.parse(start_utc) < minimumVisitMinutes * MINUTE_MS
    const first = pickFirstDate(random, nowMs)
    const caregiver = await makeListedCaregiver(app, { timezone: zone })
    const model = await createCalendar(caregiver, random, first)
    const dates = Array.from({ length: DAYS }, (_, index) => addDays(first, index))
    const before = await listOffered(caregiver, dates, viewerZone)
    const booked = [...new Set(random.booked.map((pick) => before[pick % before.length]))].flatMap((slot) =>
      slot ? [{ startMs: Date.parse(slot.start_utc), endMs: Date.parse(slot.end_utc) }] : [],
    )
    if (booked.length > 0) await bookHours(app, caregiver.id, booked)

    const offered = await listOffered(caregiver, dates, viewerZone)
    const { startMs, endMs } = toDateInterval(first, dates.at(-1) as string, viewerZone)
    const range = { fromMs: startMs - 1_440 * MINUTE_MS, toMs: endMs + 1_440 * MINUTE_MS }
    const around = modelFreeSlots({ ...model, booked, nowMs, ...range })
    const expected = around.filter((slot) => dates.includes(toLocalDateTime(slot.startMs, viewerZone).date))
    const instants = offered.map((slot) => [slot.start_utc, slot.end_utc]).sort()
    expect(instants).toEqual(expected.map((slot) => [toIso(slot.startMs), toIso(slot.endMs)]).sort())

    for (const { pick, shift } of random.picks) {
      const slot = offered[pick % offered.length]
      if (!slot) break
      const answer = await sendRequest(caregiver, viewerZone, slot)
      const isTooShort = isShorter(slot)
      expect({ slot, status: answer.status }).toEqual({ slot, status: isTooShort ? 400 : 201 })
      if (isTooShort) continue
      await expectSameInstants(answer, slot)
      requested += 1
      const moved = shiftBy(slot, shift, viewerZone)
      if (isMadeOf(around, moved)) continue
      const status = (await sendRequest(caregiver, viewerZone, moved)).status
      expect([400, 409]).toContain(status)
      refused += 1
    }
    for (const { startMs: from, endMs: to } of booked) {
      const window = toWindow(from, to, viewerZone)
      const lost = await sendRequest(caregiver, viewerZone, window)
      expect(lost.status).toBe(isShorter(window) ? 400 : 409)
      for (const alternative of lost.body.alternatives?.slice(0, 2) ?? []) {
        const { status } = await sendRequest(caregiver, viewerZone, alternative)
        expect(status).toBe(isShorter(alternative) ? 400 : 201)
      }
    }
  }
  await fc.assert(fc.asyncProperty(anyCalendar, check), { numRuns, endOnFailure: true })
  expect(requested).toBeGreaterThan(numRuns)
  expect(refused).toBeGreaterThan(numRuns)
})

function sendRequest(
  caregiver: TestUser,
  timezone: string,
  { date, start, end, start_utc, end_utc }: OfferedSlot,
) {
  const windows = [{ date, start, end, start_utc, end_utc }]
  return family.client.post('/api/requests', { caregiver_id: caregiver.id, timezone, windows })
}

/** Compares an offered slot with the request that was made for it, as answered and as stored. */
async function expectSameInstants({ body }: Answer, { date, start, end, start_utc, end_utc }: OfferedSlot) {
  const local = { date_local: date, start_local: start, end_local: end }
  expect(body.windows).toEqual([{ ...local, start_utc, end_utc, is_canceled: false }])
  expect(body.total_hours).toBeCloseTo((Date.parse(end_utc) - Date.parse(start_utc)) / HOUR_MS, 2)
  const { rows } = await app.deps.database.$client.query(
    'SELECT starts_at, ends_at FROM request_windows WHERE request_id = $1',
    [body.id],
  )
  expect(rows).toEqual([{ starts_at: new Date(start_utc), ends_at: new Date(end_utc) }])
}

function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

function toWindow(startMs: number, endMs: number, zone: string): OfferedSlot {
  const { date, time } = toLocalDateTime(startMs, zone)
  return {
    date,
    start: time,
    end: toLocalDateTime(endMs, zone).time,
    start_utc: toIso(startMs),
    end_utc: toIso(endMs),
  }
}

function shiftBy(slot: OfferedSlot, minutes: number, zone: string): OfferedSlot {
  const moved = (instant: string) => Date.parse(instant) + minutes * MINUTE_MS
  return toWindow(moved(slot.start_utc), moved(slot.end_utc), zone)
}

/** Whether adjacent slots make up the window. */
function isMadeOf(slots: readonly { startMs: number; endMs: number }[], window: OfferedSlot): boolean {
  let reachedMs = Date.parse(window.start_utc)
  const endMs = Date.parse(window.end_utc)
  for (const slot of slots) if (slot.startMs === reachedMs && slot.endMs <= endMs) reachedMs = slot.endMs
  return reachedMs === endMs
}
