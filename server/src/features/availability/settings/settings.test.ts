/**
 * @see docs/rules/availability.md#minimum-notice
 * @see docs/rules/availability.md#minimum-visit
 */
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  hours,
  makeListedCaregiver,
  openHours,
  utc,
} from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { answerRequest, makeFamily, makeRequest, sendRequest } from '../../../../test/factories/bookings.ts'
import { searchDirectory } from '../../../../test/factories/directory.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'
import { caregiverProfiles } from '../../profiles/index.ts'

const PATH = '/api/availability/settings'

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

const NONE = { notice_hours: 0, minimum_visit_minutes: 0, meeting_hours: 'bookable' }
const set = ({ client }: TestUser, settings: object) => client.put(PATH, { ...NONE, ...settings })

/** A caregiver with hours in two and in five days. */
async function makeWithHours(settings: object) {
  const caregiver = await makeListedCaregiver(app)
  const [soon, later] = [dateIn(app, 2), dateIn(app, 5)]
  for (const date of [soon, later]) await openHours(caregiver, date, [hours('09:00', '12:00')])
  expect((await set(caregiver, settings)).status).toBe(200)
  return { caregiver, soon, later }
}

const findIds = async (search: Record<string, string>): Promise<number[]> =>
  (await searchDirectory(app, search)).body.results.map(({ id }: { id: number }) => id)

it('keeps a caregiver’s settings, and refuses what isn’t offered', async () => {
  const caregiver = await makeListedCaregiver(app)
  expect((await caregiver.client.get(PATH)).body).toEqual(NONE)
  const limits = { notice_hours: 48, minimum_visit_minutes: 150 }
  const settings = { ...limits, meeting_hours: 'daytime' }
  expect(await set(caregiver, settings)).toMatchObject({ status: 200, body: settings })
  expect(
    await set(caregiver, { notice_hours: 3, minimum_visit_minutes: 45, meeting_hours: 'never' }),
  ).toMatchObject({
    status: 400,
    body: {
      notice_hours: ['Notice must be 0, 2, 4, 12, 24, 48, 72, 168 hours'],
      minimum_visit_minutes: ['The minimum visit must be 0, or 60 to 720 minutes in half hours'],
      meeting_hours: ['Meeting hours must be bookable or daytime'],
    },
  })
  expect((await caregiver.client.get(PATH)).body).toEqual(settings)
  expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body).toMatchObject(limits)
  const pending = await makeListedCaregiver(app, { verificationStatus: 'pending' })
  expect((await set(pending, settings)).status).toBe(403)
  expect((await pending.client.get(PATH)).body).toEqual(NONE)
})

it('offers families no hours that begin before the notice is over', async () => {
  const { caregiver, soon, later } = await makeWithHours({ notice_hours: 72 })
  const { client, visitor } = { client: family.client, visitor: app.visitor }
  const day = (date: string) =>
    visitor.get(`/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`)
  expect((await day(soon)).body.slots).toEqual([])
  expect((await day(later)).body.slots).toHaveLength(3)
  const { body: profile } = await visitor.get(`/api/auth/caregivers/${caregiver.id}`)
  expect(profile.next_free_start).toBe(`${later}T09:00:00.000Z`)
  for (const limits of [{}, { start: '09:00', end: '11:00' }] as Record<string, string>[]) {
    const find = (date: string) => findIds({ available_on: date, ...limits })
    expect(await find(soon)).not.toContain(caregiver.id)
    expect(await find(later)).toContain(caregiver.id)
  }
  const window = { date: soon, start: '09:00', end: '10:00' }
  expect(await sendRequest(family, caregiver.id, [window])).toMatchObject({
    status: 400,
    body: { windows: ['This caregiver needs 3 days’ notice'] },
  })
  const { body: repeated } = await client.post('/api/requests/occurrences', {
    ...{ caregiver_id: caregiver.id, timezone: 'UTC', weeks: 2, windows: [window] },
  })
  expect(repeated.occurrences.map(({ problem }: { problem: string }) => problem)).toEqual([
    'notice',
    'closed',
  ])
})

it('leaves a request that was sent before the notice as it is', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 2)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '10:00' }]
  const { id } = await makeRequest(app, { family, caregiver, windows })
  await set(caregiver, { notice_hours: 168 })
  expect((await answerRequest(caregiver, id, 'accepted')).status).toBe(200)
})

it('binds families who move a visit, not the caregiver', async () => {
  const { caregiver, soon, later } = await makeWithHours({ notice_hours: 72 })
  const windows = [{ date: later, start: '09:00', end: '10:00' }]
  const request = await insertPaidRequest(app, { caregiver, family, windows })
  const wanted = [{ date: soon, start: '09:00', end: '10:00' }]
  expect(await proposeMove(family, request, wanted)).toMatchObject({
    status: 400,
    body: { windows: ['This caregiver needs 3 days’ notice'] },
  })
  const query = `booking_ids=${request.bookingIds.join()}&date_from=${soon}&date_to=${soon}&timezone=UTC`
  const listSlots = async ({ client }: TestUser) =>
    (await client.get(`/api/requests/${request.id}/move-slots?${query}`)).body.slots
  expect(await listSlots(family)).toEqual([])
  expect(await listSlots(caregiver)).toHaveLength(3)
  const { status, body } = await proposeMove(caregiver, request, wanted)
  expect(status).toBe(201)
  expect((await answerMove(family, body.id, 'accepted')).status).toBe(200)
})

it('tells those who wait for a day when a shorter notice offers its hours', async () => {
  const { caregiver, soon } = await makeWithHours({ notice_hours: 168 })
  const day = { caregiver_id: caregiver.id, date: soon, timezone: 'UTC' }
  const listOpen = async () =>
    (await family.client.get('/api/availability/waitlist')).body.waits.map(
      ({ date }: { date: string }) => date,
    )
  expect((await family.client.post('/api/availability/waitlist', day)).status).toBe(201)
  expect(await listOpen()).toEqual([soon])
  await set(caregiver, { notice_hours: 24 })
  await app.drain()
  expect(await listOpen()).toEqual([])
})

it('takes no visits that are too short, windows that touch as one', async () => {
  const { caregiver, later } = await makeWithHours({ minimum_visit_minutes: 120 })
  const at = (start: string, end: string) => ({ date: later, start, end })
  const send = (...windows: ReturnType<typeof at>[]) => sendRequest(family, caregiver.id, windows)
  const tooShort = { status: 400, body: { windows: ['This caregiver’s visits are at least 2 hours'] } }
  expect(await send(at('09:00', '10:00'))).toMatchObject(tooShort)
  expect(await send(at('09:00', '10:00'), at('11:00', '12:00'))).toMatchObject(tooShort)
  expect((await send(at('09:00', '10:00'), at('10:00', '11:00'))).status).toBe(201)
  const isFoundAt = async (end: string) =>
    (await findIds({ available_on: later, start: '09:00', end })).includes(caregiver.id)
  expect([await isFoundAt('10:00'), await isFoundAt('11:00')]).toEqual([false, true])
  expect(await findIds({ available_on: later })).toContain(caregiver.id)
})

it('finds and shows only times with which a long enough visit can begin', async () => {
  const { caregiver, soon } = await makeWithHours({ minimum_visit_minutes: 120 })
  const find = async (limits: Record<string, string>) =>
    (await searchDirectory(app, { available_on: soon, ...limits })).body.results.find(
      ({ id }: { id: number }) => id === caregiver.id,
    )?.free_slots
  const slot = (start: string, end: string) => ({
    start_utc: `${soon}T${start}:00.000Z`,
    end_utc: `${soon}T${end}:00.000Z`,
  })
  expect(await find({})).toEqual([slot('09:00', '10:00'), slot('10:00', '11:00')])
  expect(await find({ start: '10:00' })).toEqual([slot('10:00', '11:00')])
  expect(await find({ start: '11:00' })).toBe(undefined)
})

it('offers no gap that is too short for a visit, and offers it again for a shorter minimum', async () => {
  const { caregiver, soon, later } = await makeWithHours({ minimum_visit_minutes: 120 })
  await bookHours(app, caregiver.id, [utc(soon, '10:00', '11:00'), utc(later, '10:00', '11:00')])
  const { visitor } = app
  const query = { user_id: String(caregiver.id), timezone: 'UTC' }
  const readSlots = async () => {
    const day = await visitor.get(`/api/availability/day?${new URLSearchParams({ ...query, date: soon })}`)
    return day.body.slots.map(({ start }: { start: string }) => start)
  }
  const readMonth = async () => {
    const [year, month] = soon.split('-').map(Number)
    return (
      await visitor.get(`/api/availability/month?${new URLSearchParams(query)}&year=${year}&month=${month}`)
    ).body
  }
  const isFound = async (limits: Record<string, string>) =>
    (await findIds({ available_on: soon, ...limits })).includes(caregiver.id)
  const readNextFree = async () =>
    (await visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.next_free_start
  expect(await readSlots()).toEqual([])
  const month = await readMonth()
  expect([month.days[soon], month.full.includes(soon)]).toEqual([undefined, true])
  expect([await isFound({}), await isFound({ start: '09:00' }), await isFound({ end: '10:00' })]).toEqual([
    false,
    false,
    false,
  ])
  expect(await readNextFree()).toBe(null)
  const day = { caregiver_id: caregiver.id, date: soon, timezone: 'UTC' }
  expect((await family.client.post('/api/availability/waitlist', day)).status).toBe(201)

  expect((await set(caregiver, { minimum_visit_minutes: 60 })).status).toBe(200)
  expect(await readSlots()).toEqual(['09:00', '11:00'])
  expect((await readMonth()).days[soon]).toBe(2)
  expect(await isFound({ start: '09:00' })).toBe(true)
  expect(await readNextFree()).toBe(`${soon}T09:00:00.000Z`)
  await app.drain()
  const { body: waits } = await family.client.get('/api/availability/waitlist')
  expect(waits.waits).toEqual([])
})

it('lets a family split a visit by moving it only as far as its caregiver takes such visits', async () => {
  const { caregiver, soon, later } = await makeWithHours({ minimum_visit_minutes: 120 })
  const at = (date: string, start: string, end: string) => ({ date, start, end })
  const windows = [at(later, '09:00', '11:00')]
  const request = await insertPaidRequest(app, { caregiver, family, windows })
  await bookHours(app, caregiver.id, [utc(soon, '10:00', '11:00')])
  const listStarts = async ({ client }: TestUser, { id, bookingIds }: typeof request) => {
    const query = `booking_ids=${bookingIds.join()}&date_from=${soon}&date_to=${soon}&timezone=UTC`
    const { body } = await client.get(`/api/requests/${id}/move-slots?${query}`)
    return body.slots.map(({ start }: { start: string }) => start)
  }
  expect(await listStarts(family, request)).toEqual([])
  expect(await listStarts(caregiver, request)).toEqual(['09:00', '11:00'])
  const split = [at(soon, '09:00', '10:00'), at(soon, '11:00', '12:00')]
  expect(await proposeMove(family, request, split)).toMatchObject({
    status: 400,
    body: { windows: ['This caregiver’s visits are at least 2 hours'] },
  })
  expect((await proposeMove(caregiver, request, split)).status).toBe(201)
  const short = await insertPaidRequest(app, { caregiver, family, windows: [at(later, '11:00', '12:00')] })
  expect(await listStarts(family, short)).toEqual(['09:00', '11:00'])
  expect((await proposeMove(family, short, [at(soon, '11:00', '12:00')])).status).toBe(201)
})

it('offers those whose visits may be as short as substitutes', async () => {
  const { caregiver, later: date } = await makeWithHours({ notice_hours: 2 })
  const { caregiver: other } = await makeWithHours({ minimum_visit_minutes: 120 })
  await app.deps.database
    .update(caregiverProfiles)
    .set({ skills: ['Newborn care'], skillKeys: ['newborn care'] })
    .where(inArray(caregiverProfiles.userId, [caregiver.id, other.id]))
  const ask = async (start: string, end: string) => {
    const request = await makeRequest(app, {
      family: await makeFamily(app),
      caregiver,
      windows: [{ date, start, end }],
    })
    await answerRequest(caregiver, request.id, 'rejected')
    const { body } = await request.family.client.get(`/api/requests/${request.id}/backup-caregivers`)
    return body.results.map(({ id }: { id: number }) => id).includes(other.id)
  }
  expect([await ask('09:00', '10:00'), await ask('09:00', '11:00')]).toEqual([false, true])
})
