/**
 * A search by date finds exactly the caregivers whose booking screen offers slots then: the functions on
 * random calendars, which are read by themselves and by the slow model, and a few searches through HTTP.
 * @see docs/rules/availability.md#free-times
 */

import type { Booked, Slot } from '@tendwell/contract/availability/slots'
import { toPossibleIntervals } from '@tendwell/contract/availability/windows'
import { caregiverSearchQuery } from '@tendwell/contract/profiles/profiles'
import {
  addDays,
  DAY_MS,
  findInstants,
  getOffsetMs,
  HOUR_MS,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  MINUTES_PER_DAY,
  toDateInterval,
  toLocalDate,
  toLocalTime,
  type Zone,
} from '@tendwell/contract/time'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { modelFreeSlots } from '../../../../contract/test/slots-model.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import {
  bookHours,
  holdHours,
  hours,
  makeListedCaregiver,
  openHours,
} from '../../../test/factories/availability.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { logInAgain } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database/database.ts'
import {
  addRules,
  getOfferEndMs,
  listOfferedSlots,
  loadAvailability,
  setOverride,
} from '../availability/index.ts'
import { addTimeOff } from '../availability/rules/time-off-commands.ts'
import { changeSettings } from '../availability/settings/commands.ts'
import { findFamilyHabits } from '../bookings/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { getListedCaregiver, searchCaregivers } from './queries.ts'

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

const QUARTER_MS = 15 * MINUTE_MS

const anyTime = (minMinutes: number, maxMinutes: number, step: number) =>
  fc
    .integer({ min: minMinutes / step, max: Math.floor(maxMinutes / step) })
    .map((steps) => toLocalTime((steps * step) % MINUTES_PER_DAY))

/** Random rules, overrides, time off, bookings, held hours, notice and shortest visits. */
const anyCalendar = fc.record({
  zone: fc.constantFrom(...ZONES),
  noticeHours: fc.constantFrom(0, 0, 2, 24, 72),
  minimumVisitMinutes: fc.constantFrom(0, 0, 60, 150),
  rules: fc.uniqueArray(
    fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      start: fc.oneof(anyTime(0, 720, 30), anyTime(0, 720, 5)),
      end: fc.oneof(anyTime(780, 1440, 30), fc.constant('00:00')),
      slotMinutes: fc.constantFrom(60, 60, 45, 120),
      bufferMinutes: fc.constantFrom(0, 0, 10),
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
  /** On each of these days the first slot, or minutes later, as after a change of hours. Some are only held. */
  booked: fc.uniqueArray(
    fc.record({
      ahead: fc.integer({ min: 0, max: 90 }),
      later: fc.constantFrom(0, 0, 15, 30),
      isHeld: fc.boolean(),
    }),
    { selector: ({ ahead }) => ahead, maxLength: 8 },
  ),
})

type RandomCalendar = typeof anyCalendar extends fc.Arbitrary<infer Value> ? Value : never
/** A caregiver and their calendar as it was made. */
type Owner = {
  id: number
  zone: Zone
  minimumVisitMinutes: number
  model: Parameters<typeof modelFreeSlots>[0]
}

/** Where a calendar changes: the starts of bookings and special dates, and the ends of time off. */
const listEdges = ({ calendar, booked, timeOff }: Owner['model']): number[] => [
  ...booked.map(({ startMs }) => startMs),
  ...timeOff.map(({ endMs }) => endMs),
  ...calendar.overrides.map(({ date }) => toDateInterval(date, date, calendar.zone).startMs),
]

/** The slots that the booking screen offers from now on. */
async function listOffered({ deps }: TestApp, { id }: Pick<Owner, 'id'>): Promise<Slot[]> {
  const fromMs = deps.clock.now().getTime()
  const range = { fromMs, toMs: getOfferEndMs(fromMs) }
  return listOfferedSlots(await loadAvailability(deps.database, deps, id, range), range)
}

async function makeFromCalendar(app: TestApp, random: RandomCalendar): Promise<Owner> {
  const { deps } = app
  const { zone } = random
  const { id } = await makeListedCaregiver(app, { timezone: zone })
  const change = <Result>(work: Parameters<typeof withTransaction<Result>>[1]) =>
    withTransaction(deps.database, work)
  const rules = random.rules.map(({ slotMinutes, bufferMinutes, ...rule }) => ({
    ...{ ...rule, slot_minutes: slotMinutes, buffer_minutes: bufferMinutes },
  }))
  await change((tx) => addRules(tx, deps, id, rules))
  const nowMs = deps.clock.now().getTime()
  const first = toLocalDate(nowMs, zone)
  const overrides = random.days.map(({ ahead, start, end, slot, buffer, isClosed }) => ({
    date: addDays(first, ahead),
    isAvailable: !isClosed,
    windows: isClosed ? [] : [{ start, end, slotMinutes: slot, bufferMinutes: buffer }],
  }))
  for (const { date, isAvailable, windows } of overrides) {
    const wire = windows.map((one) => hours(one.start, one.end, one.slotMinutes, one.bufferMinutes))
    const body = { caregiver: id, date_local: date, is_available: isAvailable, windows: wire }
    await change((tx) => setOverride(tx, deps, id, body))
  }
  const timeOff = random.off.map(({ ahead, days }) => ({
    startMs: Date.parse(`${addDays(first, ahead)}T09:00:00Z`),
    endMs: Date.parse(`${addDays(first, ahead + days)}T11:30:00Z`),
  }))
  for (const off of timeOff) await change((tx) => addTimeOff(tx, deps, id, off))
  const booked: Booked[] = []
  for (const { ahead, later, isHeld } of random.booked) {
    const { startMs } = toDateInterval(addDays(first, ahead), addDays(first, ahead), zone)
    const slot = (await listOffered(app, { id })).find((one) => one.startMs >= startMs)
    if (!slot || slot.startMs >= startMs + DAY_MS) continue
    const laterMs = later * MINUTE_MS
    const one = { ...slot, startMs: slot.startMs + laterMs, endMs: slot.endMs + laterMs }
    // Those that overlap an earlier one are refused.
    const isBooked = await (isHeld ? holdHours : bookHours)(app, id, [one]).then(
      () => true,
      () => false,
    )
    if (isBooked) booked.push(one)
  }
  const { noticeHours, minimumVisitMinutes } = random
  await changeSettings(deps, id, {
    notice_hours: noticeHours,
    minimum_visit_minutes: minimumVisitMinutes,
    meeting_hours: 'bookable',
  })
  const calendar = { zone, rules: random.rules, overrides }
  const noticeMs = noticeHours * HOUR_MS
  const minimumVisitMs = minimumVisitMinutes * MINUTE_MS
  return {
    id,
    zone,
    minimumVisitMinutes,
    model: { calendar, booked, timeOff, nowMs, noticeMs, minimumVisitMs, fromMs: nowMs, toMs: nowMs },
  }
}

const livesInLeiden = (id: number) => id % 2 === 0

/** All of them speak English, and every second lives in Leiden. */
async function makeOwners(app: TestApp, count: number): Promise<Owner[]> {
  const owners: Owner[] = []
  for (const random of fc.sample(anyCalendar, count)) owners.push(await makeFromCalendar(app, random))
  const people = owners.map(({ id }) => id).filter(livesInLeiden)
  await app.deps.database.update(caregiverProfiles).set({ languages: ['English'], languageKeys: ['english'] })
  await app.deps.database
    .update(caregiverProfiles)
    .set({ city: 'Leiden' })
    .where(inArray(caregiverProfiles.userId, people))
  return owners
}

/** The dates within a year on which a zone's clocks change, and the dates after them. */
function listClockChanges(zone: Zone, nowMs: number): LocalDate[] {
  const days = Array.from({ length: 360 }, (_, day) => nowMs + day * DAY_MS)
  return days
    .filter((ms) => getOffsetMs(ms, zone) !== getOffsetMs(ms + DAY_MS, zone))
    .flatMap((ms) => [toLocalDate(ms, zone), addDays(toLocalDate(ms, zone), 1)])
}

/** A zone and a date: near, far, or one on which clocks change. */
function anyDate(nowMs: number) {
  const today = toLocalDate(nowMs, 'UTC')
  return fc.record({
    zone: fc.constantFrom(...ZONES),
    date: fc.oneof(
      fc.integer({ min: -2, max: 4 }).map((days) => addDays(today, days)),
      fc.integer({ min: 0, max: 368 }).map((days) => addDays(today, days)),
      fc.constantFrom(today, ...ZONES.flatMap((zone) => listClockChanges(zone, nowMs))),
    ),
  })
}

type Search = { zone: Zone; date: LocalDate; start?: string; end?: string }

/** What a search gives besides the date, by what it is by. */
const LIMITS = {
  date: fc.constant({}),
  hours: fc.tuple(fc.nat(287), fc.integer({ min: 3, max: 30 })).map(([five, ten]) => ({
    start: toLocalTime(five * 5),
    end: toLocalTime((five * 5 + ten * 10) % MINUTES_PER_DAY),
  })),
  start: anyTime(15, 1439, 15).map((start) => ({ start })),
  end: anyTime(15, 1439, 15).map((end) => ({ end })),
} as const satisfies Record<string, fc.Arbitrary<object>>

/** Whether slots of a caregiver meet a search, with hours of at least their shortest visit, or slots with which one can begin. */
function isFound(
  slots: readonly Slot[],
  { zone, date, start, end }: Search,
  { minimumVisitMinutes }: Owner,
): boolean {
  if (start && end)
    return toPossibleIntervals({ date, start, end }, zone).some(
      (one) => one.endMs - one.startMs >= minimumVisitMinutes * MINUTE_MS && isCovered(slots, one),
    )
  const canBegin = ({ startMs }: Slot) =>
    isCovered(slots, { startMs, endMs: startMs + minimumVisitMinutes * MINUTE_MS })
  const ofDate = slots.filter((slot) => toLocalDate(slot.startMs, zone) === date && canBegin(slot))
  const limit = start ?? end
  if (!limit) return ofDate.length > 0
  const limitMs = findInstants(Date.parse(`${date}T${limit}:00Z`), zone)[0] as number
  return ofDate.some(({ startMs }) => (start ? startMs >= limitMs : startMs < limitMs))
}

/** Whether adjacent slots cover a whole interval. */
function isCovered(slots: readonly Slot[], { startMs, endMs }: Interval): boolean {
  let reachedMs: number | null = null
  for (const slot of slots) {
    if (slot.endMs <= startMs) continue
    if (reachedMs === null ? slot.startMs > startMs : slot.startMs !== reachedMs) return false
    reachedMs = slot.endMs
    if (reachedMs >= endMs) return true
  }
  return false
}

/** A time that a clock change skips has no instant to compare with. */
const hasInstant = ({ zone, date, start, end }: Search) =>
  (start !== undefined && end !== undefined) ||
  findInstants(Date.parse(`${date}T${start ?? end ?? '12:00'}:00Z`), zone).length > 0

const toQuery = ({ zone, date, ...limits }: Search) => ({ available_on: date, timezone: zone, ...limits })

/** Searches alone, together with languages, and together with a city. */
async function expectFound(
  findIds: (query: Record<string, string>) => Promise<number[]>,
  search: Search,
  expected: readonly number[],
): Promise<void> {
  const query = toQuery(search)
  expect({ search, ids: await findIds(query) }).toEqual({ search, ids: expected })
  expect(await findIds({ ...query, languages: 'english,esperanto' })).toEqual(expected)
  expect(await findIds({ ...query, city: 'Leid' })).toEqual(expected.filter(livesInLeiden))
}

const toIds = (results: readonly { id: number }[]) => results.map(({ id }) => id).sort((a, b) => a - b)

describe('a search at a fixed instant', () => {
  const now = new Date('2026-03-04T10:20:00Z')
  const nowMs = now.getTime()
  let app: TestApp
  let owners: Owner[]
  const offered = new Map<number, Slot[]>()
  beforeAll(async () => {
    const real = await testApp()
    app = { ...real, deps: { ...real.deps, clock: { now: () => now, offsetMs: () => 0 } } }
    owners = await makeOwners(app, 8)
    for (const owner of owners) offered.set(owner.id, await listOffered(app, owner))
  })
  afterAll(() => app.close())

  const find = (query: Record<string, string>) =>
    searchCaregivers(
      { ...app.deps, findHabits: findFamilyHabits },
      caregiverSearchQuery.parse({ page_size: '100', ...query }),
      undefined,
    )
  const findIds = async (query: Record<string, string>) => toIds((await find(query)).results)

  test('meets calendars whose stored hours offer the slots of the slow model', async () => {
    const quarters = fc.integer({ min: -8, max: 8 })
    let offeredCount = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(7), fc.nat(), quarters, fc.integer({ min: 1, max: 240 }), async (...random) => {
        const [owner, edge, untilQuarters, length] = random
        const { id, model } = owners[owner] as Owner
        const edges = [nowMs + DAY_MS, ...listEdges(model)]
        const toMs = (edges[edge % edges.length] as number) + untilQuarters * QUARTER_MS
        const range = { fromMs: Math.max(nowMs, toMs - length * QUARTER_MS), toMs }
        fc.pre(range.fromMs < toMs)
        const stored = await loadAvailability(app.deps.database, app.deps, id, range)
        const slots = listOfferedSlots(stored, range)
        expect(slots).toEqual(modelFreeSlots({ ...model, ...range }))
        offeredCount += slots.length
      }),
      { numRuns: countRuns(400) },
    )
    expect(offeredCount).toBeGreaterThan(countRuns(400))
  })

  test.each([
    ['date', 200],
    ['hours', 150],
    ['start', 50],
    ['end', 50],
  ] as const)('by %s finds exactly the caregivers whose slots meet it', async (by, runs) => {
    const counts = { found: 0, missing: 0 }
    await fc.assert(
      fc.asyncProperty(anyDate(nowMs), LIMITS[by], async (date, limits) => {
        const search = { ...date, ...limits }
        fc.pre(hasInstant(search))
        const expected = owners
          .filter((owner) => isFound(offered.get(owner.id) ?? [], search, owner))
          .map(({ id }) => id)
        counts.found += expected.length
        counts.missing += owners.length - expected.length
        await expectFound(findIds, search, expected)
      }),
      { numRuns: countRuns(runs) },
    )
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(countRuns(runs) / 5)
  })

  test('lists the first slot as the next free start, as the profile does', async () => {
    const { results } = await find({})
    for (const { id } of owners) {
      const [slot] = offered.get(id) ?? []
      const next = slot ? new Date(slot.startMs).toISOString() : null
      expect(results.find((one) => one.id === id)?.next_free_start).toBe(next)
      expect((await getListedCaregiver(app.deps, id, undefined)).next_free_start).toBe(next)
    }
  })
})

describe('a search through HTTP', () => {
  let app: TestApp
  let owners: Owner[]
  beforeAll(async () => {
    app = await testApp()
    owners = await makeOwners(app, 4)
  })
  afterAll(() => app.close())

  async function findIds(query: Record<string, string>): Promise<number[]> {
    const { status, body } = await searchDirectory(app, query)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.count).toBe(body.results.length)
    return toIds(body.results)
  }

  /** The slots of a date and of those around it, as the booking screen asks for them. */
  async function askSlots(id: number, { date, zone }: Search): Promise<Slot[]> {
    const slots: Slot[] = []
    for (const day of [-1, 0, 1]) {
      const query = new URLSearchParams({ user_id: String(id), date: addDays(date, day), timezone: zone })
      const { body } = await app.visitor.get(`/api/availability/day?${query}`)
      for (const { start_utc, end_utc } of body.slots)
        slots.push({ startMs: Date.parse(start_utc), endMs: Date.parse(end_utc), bufferMs: 0 })
    }
    return slots.sort((a, b) => a.startMs - b.startMs)
  }

  async function listFound(search: Search): Promise<number[]> {
    const found: number[] = []
    for (const owner of owners) {
      if (isFound(await askSlots(owner.id, search), search, owner)) found.push(owner.id)
    }
    return found
  }

  test('finds exactly the caregivers whose booking screen offers such slots', async () => {
    const limits = fc.oneof(...Object.values(LIMITS))
    await fc.assert(
      fc.asyncProperty(anyDate(app.deps.clock.now().getTime()), limits, async (date, some) => {
        const search: Search = { ...date, ...some }
        fc.pre(hasInstant(search))
        await expectFound(findIds, search, await listFound(search))
      }),
      { numRuns: countRuns(100) },
    )
  })

  const getNextStart = async ({ id }: TestUser): Promise<string | null> =>
    (await app.visitor.get(`/api/auth/caregivers/${id}`)).body.next_free_start

  test('follows changes of hours, bookings, time off, the zone and the clock, as the next free start does', async () => {
    const caregiver = await makeListedCaregiver(app, { timezone: 'UTC' })
    expect(await getNextStart(caregiver)).toBeNull()
    const date = addDays(toLocalDate(app.deps.clock.now().getTime(), 'UTC'), 20)
    const override = await openHours(caregiver, date, [hours('09:00', '12:00')])
    expect(await getNextStart(caregiver)).toBe(`${date}T09:00:00.000Z`)
    expect(await findIds({ available_on: date, start: '09:00', end: '12:00' })).toContain(caregiver.id)
    const first = Date.parse(`${date}T09:00:00Z`)
    await bookHours(app, caregiver.id, [{ startMs: first, endMs: first + HOUR_MS }])
    expect(await getNextStart(caregiver)).toBe(`${date}T10:00:00.000Z`)
    expect(await findIds({ available_on: date, start: '09:00', end: '12:00' })).not.toContain(caregiver.id)
    const off = await caregiver.client.post('/api/availability/timeoff', {
      start_utc: `${date}T10:00:00Z`,
      end_utc: `${date}T11:00:00Z`,
    })
    expect(await getNextStart(caregiver)).toBe(`${date}T11:00:00.000Z`)
    await caregiver.client.delete(`/api/availability/timeoff/${off.body.id}`)
    expect(await getNextStart(caregiver)).toBe(`${date}T10:00:00.000Z`)
    const profile = await caregiver.client.patch('/api/auth/caregiver/profile', { timezone: 'Asia/Kolkata' })
    expect(profile.status).toBe(200)
    await app.drain()
    expect(await getNextStart(caregiver)).toBe(`${date}T03:30:00.000Z`)
    await app.advance(21 * MINUTES_PER_DAY)
    expect(await getNextStart(caregiver)).toBeNull()
    // Hours of a past date stay as they were.
    const client = await logInAgain(app, caregiver)
    expect((await client.delete(`/api/availability/overrides/${override}`)).status).toBe(400)
  })

  test('stays correct for months without any change', async () => {
    await app.advance(200 * MINUTES_PER_DAY)
    const nowMs = app.deps.clock.now().getTime()
    const farthest = toLocalDate(nowMs + 364 * DAY_MS, 'UTC')
    for (const date of [toLocalDate(nowMs, 'UTC'), addDays(farthest, -7), farthest]) {
      expect(await findIds({ available_on: date })).toEqual(await listFound({ date, zone: 'UTC' }))
    }
  })

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
