/** @see docs/rules/bookings.md#repeating */
import type { Occurrence } from '@tendwell/contract/bookings/repeat'
import { addDays, type LocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  hours,
  makeListedCaregiver,
  openHours,
  takeDayOff,
  updateListing,
  utc,
  utcTimes,
} from '../../../../test/factories/availability.ts'
import { makeFamily, sendRequest, type TestWindow } from '../../../../test/factories/bookings.ts'

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

type Repeat = { windows: object[]; weeks?: number }

function repeat(caregiver: TestUser, { windows, weeks = 3 }: Repeat) {
  const body = { caregiver_id: caregiver.id, timezone: 'UTC', windows, weeks }
  return family.client.post('/api/requests/occurrences', body)
}

/** A caregiver who works the same hours on every day. */
async function makeDailyCaregiver(start = '00:00', end = '00:00') {
  const caregiver = await makeListedCaregiver(app)
  const body = { weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ start, end }] }
  expect((await caregiver.client.put('/api/availability/rules', body)).status).toBe(200)
  return caregiver
}

const problems = (answer: { body: { occurrences: Occurrence[] } }) =>
  answer.body.occurrences.map(({ problem }) => problem)

/** Sends an answer's occurrences as one request, those that aren't free as their first alternative. */
function sendOccurrences(caregiver: TestUser, occurrences: Occurrence[]) {
  const windows = occurrences.map(({ is_free, alternatives, date, start, end, start_utc, end_utc }) =>
    is_free ? { date, start, end, start_utc, end_utc } : alternatives[0],
  )
  return sendRequest(family, caregiver.id, windows as TestWindow[])
}

test('checks every week of windows, prices the free ones and offers the same length instead of taken ones', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_000 })
  const first = dateIn(app, 7)
  const [second, third] = [addDays(first, 7), addDays(first, 14)]
  for (const date of [first, second, third]) await openHours(caregiver, date)
  await bookHours(app, caregiver.id, [utc(second, '11:00', '12:00')])
  const answer = await repeat(caregiver, { windows: [{ date: first, start: '09:00', end: '12:00' }] })
  expect(answer.status).toBe(200)
  const at = (date: LocalDate, start = '09:00', end = '12:00') => ({ date, ...utcTimes(date, start, end) })
  const free = { is_free: true, problem: null, alternatives: [] }
  expect(answer.body).toEqual({
    occurrences: [
      { week: 1, ...at(first), ...free },
      {
        week: 2,
        ...at(second),
        is_free: false,
        problem: 'booked',
        alternatives: [at(second, '12:00', '15:00'), at(second, '13:00', '16:00')],
      },
      { week: 3, ...at(third), ...free },
    ],
    total_hours: 6,
    total_price_usd: 180,
  })
  expect((await sendOccurrences(caregiver, answer.body.occurrences)).body).toMatchObject({
    total_hours: 9,
    total_price_usd: 270,
  })
})

test('offers times of the same day first, then those at the same hour of the days around it', async () => {
  const caregiver = await makeDailyCaregiver('08:00', '18:00')
  const first = dateIn(app, 7)
  const second = addDays(first, 7)
  await bookHours(app, caregiver.id, [utc(second, '09:00', '10:00')])
  const { body } = await repeat(caregiver, {
    windows: [{ date: first, start: '09:00', end: '12:00' }],
    weeks: 2,
  })
  const shown = (body.occurrences as Occurrence[])[1]?.alternatives.map(({ date, start }) => [date, start])
  expect(shown).toEqual([
    [second, '10:00'],
    [second, '11:00'],
    [addDays(second, -1), '09:00'],
    [addDays(second, -1), '08:00'],
    [addDays(second, 1), '09:00'],
    [addDays(second, 1), '08:00'],
  ])
})

test('offers no alternative that another occurrence has', async () => {
  const caregiver = await makeListedCaregiver(app)
  const first = dateIn(app, 7)
  const second = addDays(first, 7)
  await openHours(caregiver, first, [hours('09:00', '12:00')])
  await openHours(caregiver, second, [hours('09:00', '12:00')])
  await bookHours(app, caregiver.id, [utc(second, '09:00', '10:00')])
  const windows = [
    { date: first, start: '09:00', end: '10:00' },
    { date: first, start: '11:00', end: '12:00' },
  ]
  const { body } = await repeat(caregiver, { windows, weeks: 2 })
  const [, , taken, free] = body.occurrences as Occurrence[]
  expect(free).toMatchObject({ start: '11:00', is_free: true })
  expect(taken?.alternatives).toMatchObject([{ date: second, start: '10:00' }])
})

test('says that hours are closed, have begun or are too far ahead', async () => {
  const caregiver = await makeDailyCaregiver()
  await takeDayOff(caregiver, dateIn(app, 20))
  const at = (days: number) => ({ windows: [{ date: dateIn(app, days), start: '09:00', end: '11:00' }] })
  expect(problems(await repeat(caregiver, at(13)))).toEqual([null, 'closed', null])
  expect(problems(await repeat(caregiver, at(-8)))).toEqual(['started', 'started', null])
  expect(problems(await repeat(caregiver, at(358)))).toEqual([null, null, 'too_far'])
  // Nothing of it can be requested, so no slots are read.
  expect(problems(await repeat(caregiver, at(4_000)))).toEqual(['too_far', 'too_far', 'too_far'])
})

test('keeps the buffers of bookings, and none between the windows of one request', async () => {
  const caregiver = await makeListedCaregiver(app)
  const first = dateIn(app, 7)
  const second = addDays(first, 7)
  for (const date of [first, second]) await openHours(caregiver, date, [hours('09:00', '13:00', 60, 30)])
  await bookHours(app, caregiver.id, [utc(second, '10:30', '11:30')])
  // The second window's buffer ends at 11:00, before the third begins.
  const windows = [
    { date: first, start: '09:00', end: '10:00' },
    { date: first, start: '10:30', end: '11:30' },
  ]
  const answer = await repeat(caregiver, { windows, weeks: 2 })
  expect(problems(answer)).toEqual([null, null, null, 'booked'])
  // A booking that begins within the buffer takes the slot before it.
  await bookHours(app, caregiver.id, [utc(second, '10:15', '10:30')])
  expect(problems(await repeat(caregiver, { windows, weeks: 2 }))).toEqual([null, null, 'booked', 'booked'])
})

test('repeats at most 31 windows, for 2 to 12 weeks', async () => {
  const caregiver = await makeDailyCaregiver()
  const onDays = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      date: dateIn(app, 7 + index),
      start: '09:00',
      end: '10:00',
    }))
  const full = await repeat(caregiver, { windows: onDays(3), weeks: 10 })
  expect(full.body).toMatchObject({ total_hours: 30, total_price_usd: 750 })
  expect((await sendOccurrences(caregiver, full.body.occurrences)).status).toBe(201)
  const many = await repeat(caregiver, { windows: onDays(4), weeks: 8 })
  expect(many.status).toBe(400)
  expect(many.body.weeks).toEqual(['A request can have at most 31 windows, so choose fewer weeks'])
  for (const weeks of [0, 1, 13, 2.5]) {
    const answer = await repeat(caregiver, { windows: onDays(1), weeks })
    expect({ weeks, status: answer.status, error: answer.body.weeks }).toEqual({
      weeks,
      status: 400,
      error: ['Weeks must be 2 to 12'],
    })
  }
})

test('refuses windows that overlap in any week, wrong instants and a caregiver who is not listed', async () => {
  const caregiver = await makeDailyCaregiver()
  const date = dateIn(app, 7)
  const nine = { date, start: '09:00', end: '11:00' }
  for (const other of [
    { date, start: '10:00', end: '12:00' },
    { date: addDays(date, 14), start: '10:00', end: '12:00' },
    { date: addDays(date, 6), start: '23:00', end: '10:00' },
  ]) {
    const { status, body } = await repeat(caregiver, { windows: [nine, other] })
    expect([status, body.windows]).toEqual([400, ['Windows overlap — adjust times']])
  }
  const wrong = { ...nine, start_utc: `${date}T10:00:00Z`, end_utc: `${date}T12:00:00Z` }
  expect((await repeat(caregiver, { windows: [wrong] })).body.windows).toEqual([
    `${date} 09:00–11:00 doesn't match its start_utc and end_utc`,
  ])
  await updateListing(app, caregiver.id, { isListed: false })
  expect((await repeat(caregiver, { windows: [nine] })).status).toBe(404)
})
