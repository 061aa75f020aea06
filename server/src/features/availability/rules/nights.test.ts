import { addDays, getWeekday, type LocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver } from '../../../../test/factories/availability.ts'
import { getBooking, makePaidRequest } from '../../../../test/factories/bookings.ts'

let app: TestApp
let date: LocalDate
let nextDate: LocalDate
beforeAll(async () => {
  app = await testApp()
  date = dateIn(app, 6)
  nextDate = addDays(date, 1)
})
afterAll(() => app.close())

const NIGHT = { start_local: '21:00', end_local: '06:00', ends_next_day: true }

async function makeNightCaregiver(): Promise<TestUser> {
  const caregiver = await makeListedCaregiver(app, { rateCents: 2_000 })
  const rule = { weekday: getWeekday(date), start: '21:00', end: '06:00', ends_next_day: true }
  const answer = await caregiver.client.post('/api/availability/rules', rule)
  expect(answer).toMatchObject({ status: 201, body: { ...rule, booked_dates: [] } })
  return caregiver
}

async function listStarts(caregiver: TestUser, day: LocalDate): Promise<string[]> {
  const path = `/api/availability/day?user_id=${caregiver.id}&date=${day}&timezone=UTC`
  return (await app.visitor.get(path)).body.slots.map((slot: { start: string }) => slot.start)
}

function setDay(caregiver: TestUser, day: LocalDate, windows: object[], isAvailable = true) {
  const body = { caregiver: caregiver.id, date_local: day, is_available: isAvailable, windows }
  return caregiver.client.post('/api/availability/overrides', body)
}

test('a night of weekly hours is offered, requested and paid as one window', async () => {
  const caregiver = await makeNightCaregiver()
  expect(await listStarts(caregiver, date)).toEqual(['21:00', '22:00', '23:00'])
  expect(await listStarts(caregiver, nextDate)).toEqual([
    '00:00',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
    '05:00',
  ])

  const windows = [{ date, start: '21:00', end: '06:00' }]
  const booking = await getBooking(await makePaidRequest(app, { caregiver, windows }))
  expect(booking).toMatchObject({ total_hours: 9, total_price_usd: 180, windows })
  expect(booking.windows).toHaveLength(1)
  expect([await listStarts(caregiver, date), await listStarts(caregiver, nextDate)]).toEqual([[], []])
  const rules = await caregiver.client.get('/api/availability/rules')
  expect(rules.body.results[0].booked_dates).toEqual([date])
})

test('a night of one date is stored, goes into the next date, and leaves that date’s own hours alone', async () => {
  const caregiver = await makeListedCaregiver(app)
  const set = await setDay(caregiver, date, [hours('08:00', '10:00'), NIGHT])
  expect(set.body.windows).toEqual([
    { ...hours('08:00', '10:00'), ends_next_day: false, booked: false },
    { ...NIGHT, slot_minutes: 60, buffer_minutes: 0, booked: false },
  ])
  await setDay(caregiver, nextDate, [], false)
  expect(await listStarts(caregiver, nextDate)).toEqual([
    '00:00',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
    '05:00',
  ])
  // The night comes first where both offer the same time.
  await setDay(caregiver, nextDate, [hours('04:30', '07:30')])
  expect((await listStarts(caregiver, nextDate)).slice(5)).toEqual(['05:00', '06:30'])
})

test('the hours of a booked night stay, also those after midnight', async () => {
  const caregiver = await makeListedCaregiver(app)
  await setDay(caregiver, date, [NIGHT])
  const windows = [{ date: nextDate, start: '02:00', end: '06:00' }]
  await makePaidRequest(app, { caregiver, windows })
  const refused = await setDay(caregiver, date, [{ ...NIGHT, end_local: '05:00' }])
  expect([refused.status, refused.body.windows]).toEqual([
    400,
    [`The window 21:00–06:00 on ${date} is booked, so its booked hours must stay`],
  ])
  expect((await setDay(caregiver, date, [], false)).status).toBe(400)
  const kept = await setDay(caregiver, date, [{ ...NIGHT, start_local: '23:00' }])
  expect([kept.status, kept.body.windows[0].booked]).toEqual([201, true])
  // The next date has no booked hours of its own.
  expect((await setDay(caregiver, nextDate, [], false)).status).toBe(201)
})

test('reads an end at the midnight between as the end of the day, whatever it says of the next one', async () => {
  const caregiver = await makeListedCaregiver(app)
  const set = await setDay(caregiver, date, [{ ...NIGHT, start_local: '05:00', end_local: '00:00' }])
  expect([set.status, set.body.windows[0].ends_next_day]).toEqual([201, false])
  const rule = { weekday: 1, start: '05:00', end: '00:00' }
  const added = await caregiver.client.post('/api/availability/rules', { ...rule, ends_next_day: true })
  const again = await caregiver.client.post('/api/availability/rules', rule)
  expect([added.status, added.body.ends_next_day, again.body.id]).toEqual([201, false, added.body.id])
})

test('refuses a night that is too long, and an end before the start without the next day', async () => {
  const caregiver = await makeListedCaregiver(app)
  const refuse = async (window: object) => (await setDay(caregiver, date, [window])).body.windows
  expect(await refuse({ ...NIGHT, ends_next_day: false })).toEqual(['Each window must have start before end'])
  expect(await refuse({ ...NIGHT, start_local: '13:00' })).toEqual([
    'A window that ends on the next day can be at most 16 hours long',
  ])
  const week = { weekdays: [1, 2], windows: [{ start: '16:00', end: '08:00', ends_next_day: true }] }
  expect((await caregiver.client.put('/api/availability/rules', week)).status).toBe(200)
  const both = { weekdays: [1, 2], windows: [...week.windows, { start: '07:00', end: '09:00' }] }
  expect((await caregiver.client.put('/api/availability/rules', both)).body.windows).toEqual([
    'Windows overlap — adjust times',
  ])
  expect((await caregiver.client.get('/api/availability/rules')).body.count).toBe(2)
})
