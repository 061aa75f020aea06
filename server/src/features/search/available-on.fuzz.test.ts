import type { DaySlot } from '@tendwell/contract/availability'
import {
  addDays,
  DAY_MS,
  findInstants,
  getOffsetMs,
  HOUR_MS,
  MINUTES_PER_DAY,
  toLocalDate,
} from '@tendwell/contract/time'
import { toPossibleIntervals } from '@tendwell/contract/windows'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { bookHours, hours, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { logInAgain } from '../../../test/factories/profiles.ts'
import { caregiverProfiles } from '../profiles/index.ts'

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  // Lord Howe's summer time is half an hour. Santiago's clocks go back over midnight.
  'Australia/Lord_Howe',
  'America/Santiago',
]
const SEED = 41

let app: TestApp
const caregivers: TestUser[] = []
let today: string

async function findIds(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await searchDirectory(app, query)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
}

const livesInLeiden = (id: number) => id % 2 === 0

/** Searches alone, together with languages, and together with a city. */
async function expectFound(query: Record<string, string>, expected: number[]): Promise<void> {
  expect(await findIds(query)).toEqual(expected)
  expect(await findIds({ ...query, languages: 'english,esperanto' })).toEqual(expected)
  expect(await findIds({ ...query, city: 'Leid' })).toEqual(expected.filter(livesInLeiden))
}

async function listSlots(caregiverId: number, date: string, timezone: string): Promise<DaySlot[]> {
  const query = new URLSearchParams({ user_id: String(caregiverId), date, timezone })
  return (await app.visitor.get(`/api/availability/day?${query}`)).body.slots
}

/** The ids of the caregivers whose slots of these dates, as the booking screen lists them, meet a condition. */
async function listOffering(
  dates: readonly string[],
  timezone: string,
  matches: (slots: DaySlot[]) => boolean,
): Promise<number[]> {
  const ids: number[] = []
  for (const { id } of caregivers) {
    const slots: DaySlot[] = []
    for (const date of dates) slots.push(...(await listSlots(id, date, timezone)))
    if (matches(slots)) ids.push(id)
  }
  return ids
}

/** Whether adjacent slots cover a whole interval. */
function isCovered(slots: readonly DaySlot[], startMs: number, endMs: number): boolean {
  const sorted = slots
    .map(({ start_utc, end_utc }) => ({ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc) }))
    .sort((a, b) => a.startMs - b.startMs)
  let reachedMs: number | null = null
  for (const slot of sorted) {
    if (slot.endMs <= startMs) continue
    if (reachedMs === null ? slot.startMs > startMs : slot.startMs !== reachedMs) return false
    reachedMs = slot.endMs
    if (reachedMs >= endMs) return true
  }
  return false
}

/** The dates within a year on which a zone's clocks change, and the dates after them. */
function listClockChanges(zone: string): string[] {
  const nowMs = app.deps.clock.now().getTime()
  const days = Array.from({ length: 360 }, (_, day) => nowMs + day * DAY_MS)
  return days
    .filter((ms) => getOffsetMs(ms, zone) !== getOffsetMs(ms + DAY_MS, zone))
    .flatMap((ms) => [toLocalDate(ms, zone), addDays(toLocalDate(ms, zone), 1)])
}

const anyTime = (minMinutes: number, maxMinutes: number, step: number) =>
  fc
    .integer({ min: minMinutes / step, max: Math.floor(maxMinutes / step) })
    .map((steps) => steps * step)
    .map(
      (minutes) =>
        `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
    )

/** Random rules, overrides, time off and bookings. */
const anyCalendar = fc.record({
  zone: fc.constantFrom(...ZONES),
  rules: fc.uniqueArray(
    fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      start: fc.oneof(anyTime(0, 720, 30), anyTime(0, 720, 5)),
      end: fc.oneof(anyTime(780, 1440, 30), fc.constant('00:00')),
    }),
    { selector: ({ weekday }) => weekday, minLength: 0, maxLength: 7 },
  ),
  days: fc.uniqueArray(
    fc.record({
      ahead: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 360 })),
      start: anyTime(0, 720, 15),
      end: anyTime(780, 1440, 15),
      slot: fc.constantFrom(30, 50, 60, 90, 240),
      buffer: fc.constantFrom(0, 0, 10, 30),
      isClosed: fc.boolean(),
    }),
    { selector: ({ ahead }) => ahead, maxLength: 12 },
  ),
  off: fc.array(
    fc.record({ ahead: fc.integer({ min: 1, max: 100 }), days: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 2,
    },
  ),
  booked: fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { maxLength: 8 }),
})

type Calendar = typeof anyCalendar extends fc.Arbitrary<infer Value> ? Value : never

async function makeFromCalendar({ zone, rules, days, off, booked }: Calendar): Promise<TestUser> {
  const caregiver = await makeListedCaregiver(app, { timezone: zone })
  const send = async (path: string, body: object) =>
    expect((await caregiver.client.post(path, body)).status).toBe(201)
  for (const rule of rules) await send('/api/availability/rules', rule)
  const first = toLocalDate(app.deps.clock.now().getTime(), zone)
  for (const { ahead, start, end, slot, buffer, isClosed } of days) {
    await send('/api/availability/overrides', {
      caregiver: caregiver.id,
      date_local: addDays(first, ahead),
      is_available: !isClosed,
      windows: isClosed ? [] : [hours(start, end, slot, buffer)],
    })
  }
  for (const { ahead, days: length } of off) {
    await send('/api/availability/timeoff', {
      start_utc: `${addDays(first, ahead)}T09:00:00Z`,
      end_utc: `${addDays(first, ahead + length)}T11:30:00Z`,
    })
  }
  for (const ahead of booked) {
    const [slot] = await listSlots(caregiver.id, addDays(first, ahead), zone)
    if (!slot) continue
    await bookHours(app, caregiver.id, [
      { startMs: Date.parse(slot.start_utc), endMs: Date.parse(slot.end_utc) },
    ])
  }
  return caregiver
}

beforeAll(async () => {
  app = await testApp()
  today = toLocalDate(app.deps.clock.now().getTime(), 'UTC')
  for (const one of fc.sample(anyCalendar, { seed: SEED, numRuns: 8 }))
    caregivers.push(await makeFromCalendar(one))
  const people = caregivers.map(({ id }) => id).filter(livesInLeiden)
  await app.deps.database.update(caregiverProfiles).set({ languages: ['English'], languageKeys: ['english'] })
  await app.deps.database
    .update(caregiverProfiles)
    .set({ city: 'Leiden' })
    .where(inArray(caregiverProfiles.userId, people))
})
afterAll(() => app.close())

/** A zone and a date: near, far, or one on which clocks change. */
const anyDate = () =>
  fc.constantFrom(...ZONES).chain((zone) =>
    fc.record({
      zone: fc.constant(zone),
      date: fc.oneof(
        fc.integer({ min: -2, max: 4 }).map((days) => addDays(today, days)),
        fc.integer({ min: 0, max: 368 }).map((days) => addDays(today, days)),
        fc.constantFrom(...[...ZONES.flatMap(listClockChanges), today]),
      ),
    }),
  )

describe('available_on', () => {
  it('by date finds exactly the caregivers whose booking screen offers a slot on it', async () => {
    await fc.assert(
      fc.asyncProperty(anyDate(), async ({ zone, date }) => {
        await expectFound(
          { available_on: date, timezone: zone },
          await listOffering([date], zone, (slots) => slots.length > 0),
        )
      }),
      { seed: SEED, numRuns: countRuns(200) },
    )
  })

  it('by hours finds exactly the caregivers whose slots cover all of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDate(),
        anyTime(0, 1439, 5),
        anyTime(30, 300, 10),
        async ({ zone, date }, start, length) => {
          const [hour = 0, minute = 0] = length.split(':').map(Number)
          const [startHour = 0, startMinute = 0] = start.split(':').map(Number)
          const minutes = (startHour + hour) * 60 + startMinute + minute
          const end = `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
          const intervals = toPossibleIntervals({ date, start, end }, zone)
          await expectFound(
            { available_on: date, start, end, timezone: zone },
            await listOffering([addDays(date, -1), date, addDays(date, 1)], zone, (slots) =>
              intervals.some(({ startMs, endMs }) => isCovered(slots, startMs, endMs)),
            ),
          )
        },
      ),
      { seed: SEED, numRuns: countRuns(150) },
    )
  })

  it('by start or end alone finds the caregivers with a slot that starts after or before it', async () => {
    await fc.assert(
      fc.asyncProperty(anyDate(), anyTime(0, 1439, 15), async ({ zone, date }, at) => {
        const wallMs = Date.parse(`${date}T${at}:00Z`)
        const limitMs = findInstants(wallMs, zone)[0]
        // A time that a clock change skips has no instant to compare with.
        if (limitMs === undefined || at === '00:00') return
        const someStart = (matches: (ms: number) => boolean) => (slots: DaySlot[]) =>
          slots.some(({ start_utc }) => matches(Date.parse(start_utc)))
        const query = { available_on: date, timezone: zone }
        await expectFound(
          { ...query, start: at },
          await listOffering(
            [date],
            zone,
            someStart((ms) => ms >= limitMs),
          ),
        )
        await expectFound(
          { ...query, end: at },
          await listOffering(
            [date],
            zone,
            someStart((ms) => ms < limitMs),
          ),
        )
      }),
      { seed: SEED, numRuns: countRuns(50) },
    )
  })
})

describe('the next free start', () => {
  const getNextStart = async (caregiver: TestUser): Promise<string | null> =>
    (await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.next_free_start

  async function findFirstOffered(caregiver: TestUser): Promise<string | null> {
    for (let ahead = 0; ahead <= 366; ahead += 1) {
      const [slot] = await listSlots(caregiver.id, addDays(today, ahead), 'UTC')
      if (slot) return slot.start_utc
    }
    return null
  }

  it('is the first slot that the booking screen offers, in lists and on the profile', async () => {
    const { body } = await searchDirectory(app)
    for (const caregiver of caregivers) {
      const next = await getNextStart(caregiver)
      expect(next).toBe(await findFirstOffered(caregiver))
      expect(body.results.find(({ id }: { id: number }) => id === caregiver.id).next_free_start).toBe(next)
    }
  })

  it('follows changes of hours, bookings, time off, the zone and the clock', async () => {
    const caregiver = await makeListedCaregiver(app, { timezone: 'UTC' })
    const post = (path: string, body: object) => caregiver.client.post(path, body)
    expect(await getNextStart(caregiver)).toBeNull()
    const date = addDays(today, 20)
    const override = await openHours(caregiver, date, [hours('09:00', '12:00')])
    expect(await getNextStart(caregiver)).toBe(`${date}T09:00:00.000Z`)
    expect(await findIds({ available_on: date, start: '09:00', end: '12:00' })).toContain(caregiver.id)
    const first = Date.parse(`${date}T09:00:00Z`)
    await bookHours(app, caregiver.id, [{ startMs: first, endMs: first + HOUR_MS }])
    expect(await getNextStart(caregiver)).toBe(`${date}T10:00:00.000Z`)
    expect(await findIds({ available_on: date, start: '09:00', end: '12:00' })).not.toContain(caregiver.id)
    const off = await post('/api/availability/timeoff', {
      start_utc: `${date}T10:00:00Z`,
      end_utc: `${date}T11:00:00Z`,
    })
    expect(await getNextStart(caregiver)).toBe(`${date}T11:00:00.000Z`)
    await caregiver.client.delete(`/api/availability/timeoff/${off.body.id}`)
    expect(await getNextStart(caregiver)).toBe(`${date}T10:00:00.000Z`)
    const profile = await caregiver.client.patch('/api/auth/caregiver/profile', {
      timezone: 'Asia/Kolkata',
    })
    expect(profile.status).toBe(200)
    await app.drain()
    expect(await getNextStart(caregiver)).toBe(await findFirstOffered(caregiver))
    expect(await getNextStart(caregiver)).not.toBe(`${date}T10:00:00.000Z`)
    await app.advance(21 * MINUTES_PER_DAY)
    expect(await getNextStart(caregiver)).toBeNull()
    const { client, ...rest } = caregiver
    const again = { ...rest, client: await logInAgain(app, caregiver) }
    expect((await again.client.delete(`/api/availability/overrides/${override}`)).status).toBe(400)
  })

  it('stays correct for months without any change', async () => {
    await app.advance(200 * MINUTES_PER_DAY)
    const farthest = toLocalDate(app.deps.clock.now().getTime() + 364 * DAY_MS, 'UTC')
    for (const date of [
      toLocalDate(app.deps.clock.now().getTime(), 'UTC'),
      addDays(farthest, -7),
      farthest,
    ]) {
      expect(await findIds({ available_on: date })).toEqual(
        await listOffering([date], 'UTC', (slots) => slots.length > 0),
      )
    }
  })
})

describe('validation', () => {
  it.each([
    'available_on=2026-13-01',
    'available_on=tomorrow',
    'available_on=2030-01-01&start=9:00',
    'available_on=2030-01-01&end=24:00',
    'available_on=2030-01-01&timezone=Mars/Base',
    'start=09:00&end=12:00',
  ])('rejects ?%s', async (query) => {
    const { status, body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
    expect(status).toBe(400)
    expect(body.code).toBe('invalid')
  })
})
