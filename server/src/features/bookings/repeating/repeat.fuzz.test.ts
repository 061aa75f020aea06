/**
 * Random calendars through the real server: what it calls free is accepted as one request, also with an
 * alternative, and what it calls not free is refused.
 * @see docs/rules/bookings.md#repeating
 */
import type { Occurrence } from '@tendwell/contract/bookings/repeat'
import {
  addDays,
  DAY_MS,
  getOffsetMs,
  HOUR_MS,
  type LocalDate,
  MINUTE_MS,
  resolveWallTime,
  toLocalDate,
  toLocalDateTime,
  toLocalTime,
} from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { anyZone } from '../../../../../contract/test/slots-model.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { bookHours, hours, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { makeFamily, sendRequest, type TestWindow } from '../../../../test/factories/bookings.ts'

const numRuns = countRuns(120)

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

const anySlotMinutes = fc.constantFrom(30, 60, 60, 90)
const anyRepeat = fc.record({
  zone: anyZone,
  familyZone: anyZone,
  weeks: fc.integer({ min: 2, max: 6 }),
  /** How many days before a clock change the first week begins; null for any time. */
  daysBeforeChange: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 4 }),
  opens: fc.constantFrom('00:00', '00:30', '08:00', '20:00'),
  /** Special dates, which have slots of other lengths and buffers. */
  special: fc.array(
    fc.record({
      day: fc.nat(45),
      slotMinutes: anySlotMinutes,
      bufferMinutes: fc.constantFrom(0, 0, 10, 30),
    }),
    { maxLength: 8 },
  ),
  /**
   * Near the hours of a window in one of its weeks, so that a few runs are enough to find hours that are
   * taken.
   */
  booked: fc.array(
    fc.record({
      pick: fc.nat(3),
      week: fc.nat(5),
      later: fc.integer({ min: -6, max: 6 }),
      length: fc.integer({ min: 1, max: 8 }),
      bufferMinutes: fc.constantFrom(0, 0, 15, 60),
    }),
    { maxLength: 12 },
  ),
  windows: fc.array(
    fc.record({ day: fc.nat(6), halfHour: fc.nat(47), halfHours: fc.integer({ min: 1, max: 10 }) }),
    { minLength: 1, maxLength: 4 },
  ),
})
type RandomRepeat = typeof anyRepeat extends fc.Arbitrary<infer Value> ? Value : never

/** A date from which all weeks are within the next year. */
function pickFirstDate({ familyZone, daysBeforeChange }: RandomRepeat): LocalDate {
  const nowMs = app.deps.clock.now().getTime()
  const earliestMs = nowMs + 2 * DAY_MS
  const changesAt = Array.from({ length: 300 }, (_, day) => earliestMs + day * DAY_MS).find(
    (atMs) => getOffsetMs(atMs, familyZone) !== getOffsetMs(atMs + DAY_MS, familyZone),
  )
  const wantedMs = (changesAt ?? earliestMs + 40 * DAY_MS) - (daysBeforeChange ?? 100) * DAY_MS
  return toLocalDate(Math.max(earliestMs, wantedMs), familyZone)
}

async function makeCaregiver(random: RandomRepeat, first: LocalDate): Promise<TestUser> {
  const { zone, opens, special, booked } = random
  const caregiver = await makeListedCaregiver(app, { timezone: zone, rateCents: 6_000 })
  const week = { weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ start: opens, end: '00:00' }] }
  expect((await caregiver.client.put('/api/availability/rules', week)).status).toBe(200)
  for (const { day, slotMinutes, bufferMinutes } of special) {
    await openHours(caregiver, addDays(first, day), [hours(opens, '00:00', slotMinutes, bufferMinutes)])
  }
  for (const { pick, week, later, length, bufferMinutes } of booked) {
    const { day, halfHour } = random.windows[pick % random.windows.length] as RandomRepeat['windows'][number]
    const date = addDays(first, day + 7 * week)
    const wallMs = Date.parse(date) + ((halfHour + later) * HOUR_MS) / 2
    const startMs = resolveWallTime(wallMs, random.familyZone)
    const endMs = startMs + (length * HOUR_MS) / 2
    // Those that overlap an earlier one are refused.
    await bookHours(app, caregiver.id, [{ startMs, endMs, bufferMs: bufferMinutes * MINUTE_MS }]).catch(
      () => undefined,
    )
  }
  return caregiver
}

const toSent = ({ date, start, end, start_utc, end_utc }: TestWindow & Partial<Occurrence>) =>
  start_utc ? { date, start, end, start_utc, end_utc } : { date, start, end }

test('accepts what it calls free, with any alternative, and refuses what it does not', async () => {
  const counts = { accepted: 0, refused: 0, booked: 0, replaced: 0, acrossChanges: 0 }
  const check = async (random: RandomRepeat) => {
    const first = pickFirstDate(random)
    const timezone = random.familyZone
    const caregiver = await makeCaregiver(random, first)
    const windows = random.windows.map(({ day, halfHour, halfHours }) => ({
      date: addDays(first, day),
      start: toLocalTime(halfHour * 30),
      end: toLocalTime((halfHour + halfHours) * 30),
    }))
    const body = { caregiver_id: caregiver.id, timezone, windows, weeks: random.weeks }
    const { status, body: answer } = await family.client.post('/api/requests/occurrences', body)
    if (status === 400) {
      expect(answer.windows).toEqual(['Windows overlap — adjust times'])
      return
    }
    expect(status).toBe(200)
    const occurrences: Occurrence[] = answer.occurrences
    expect(occurrences).toHaveLength(windows.length * random.weeks)
    for (const { start, date, start_utc } of occurrences) {
      if (start_utc === null) continue
      expect(toLocalDateTime(Date.parse(start_utc), timezone)).toEqual({ date, time: start })
    }
    const free = occurrences.filter(({ is_free }) => is_free).map(toSent)
    const send = (sent: TestWindow[]) => sendRequest(family, caregiver.id, sent, timezone)
    if (free.length > 0) {
      const sent = await send(free)
      expect({ free, status: sent.status }).toEqual({ free, status: 201 })
      const { total_hours, total_price_usd } = answer
      expect(sent.body).toMatchObject({ total_hours, total_price_usd })
      counts.accepted += free.length
    }
    const offsets = occurrences.map(
      ({ start_utc }) => start_utc && getOffsetMs(Date.parse(start_utc), timezone),
    )
    if (new Set(offsets).size > 1) counts.acrossChanges += 1
    for (const lost of occurrences.filter(({ is_free }) => !is_free)) {
      const { date, start, end, problem, alternatives } = lost
      const refused = await send([...free, { date, start, end }])
      expect({ lost, free, isRefused: [400, 409].includes(refused.status) }).toMatchObject({
        isRefused: true,
      })
      expect(refused.status === 409).toBe(problem === 'booked')
      counts.refused += 1
      if (problem === 'booked') counts.booked += 1
      const [alternative] = alternatives
      if (!alternative) continue
      expect({ lost, status: (await send([...free, alternative])).status }).toEqual({ lost, status: 201 })
      counts.replaced += 1
    }
  }
  await fc.assert(fc.asyncProperty(anyRepeat, check), { numRuns, endOnFailure: true })
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(numRuns / 10)
})
