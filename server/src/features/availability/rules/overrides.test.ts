import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { bookedTimes } from '../tables.ts'

let app: TestApp
let date: string
beforeAll(async () => {
  app = await testApp()
  date = dateIn(app, 5)
})
afterAll(() => app.close())

const OVERRIDES = '/api/availability/overrides'

function toBody(caregiver: TestUser, windows: object[], more: object = {}): object {
  return { caregiver: caregiver.id, date_local: date, is_available: true, windows, ...more }
}

async function listStarts(caregiver: TestUser): Promise<string[]> {
  const { body } = await app.visitor.get(
    `/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`,
  )
  return body.slots.map((slot: { start: string }) => slot.start)
}

test('an override replaces the weekly rules of its date, and a second one replaces the first', async () => {
  const caregiver = await makeListedCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await caregiver.client.post('/api/availability/rules', { weekday, start: '06:00', end: '08:00' })
  }
  expect(await listStarts(caregiver)).toEqual(['06:00', '07:00'])

  const first = await caregiver.client.post(OVERRIDES, toBody(caregiver, [hours('09:00', '12:00', 60, 30)]))
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    id: first.body.id,
    caregiver: caregiver.id,
    date_local: date,
    is_available: true,
    windows: [{ ...hours('09:00', '12:00', 60, 30), ends_next_day: false, booked: false }],
  })
  expect(await listStarts(caregiver)).toEqual(['09:00', '10:30'])

  const short = { start_local: '22:00', end_local: '00:00' }
  const second = await caregiver.client.post(OVERRIDES, toBody(caregiver, [short]))
  expect(second.body).toMatchObject({ id: first.body.id, windows: [{ slot_minutes: 60, buffer_minutes: 0 }] })
  expect(await listStarts(caregiver)).toEqual(['22:00', '23:00'])
  expect((await caregiver.client.get(OVERRIDES)).body).toMatchObject({ count: 1, results: [second.body] })

  const closed = toBody(caregiver, [hours('09:00', '12:00')], { is_available: false })
  const put = await caregiver.client.put(`${OVERRIDES}/${first.body.id}/`, closed)
  expect(put.body).toMatchObject({ is_available: false, windows: [] })
  expect(await listStarts(caregiver)).toEqual([])

  expect((await caregiver.client.delete(`${OVERRIDES}/${first.body.id}`)).status).toBe(204)
  expect(await listStarts(caregiver)).toEqual(['06:00', '07:00'])
})

test('rejects every change of a day that would remove booked hours', async () => {
  const caregiver = await makeListedCaregiver(app)
  const id = await openHours(caregiver, date, [hours('09:00', '12:00'), hours('14:00', '16:00')])
  await bookHours(app, caregiver.id, [utc(date, '10:00', '11:00')])
  const before = (await caregiver.client.get(OVERRIDES)).body.results
  expect(before[0].windows.map((window: { booked: boolean }) => window.booked)).toEqual([true, false])

  const named = `The window 09:00–12:00 on ${date} is booked, so its booked hours must stay`
  const put = (windows: object[]) => caregiver.client.put(`${OVERRIDES}/${id}`, toBody(caregiver, windows))
  const refusals = [
    caregiver.client.delete(`${OVERRIDES}/${id}`),
    caregiver.client.post(OVERRIDES, toBody(caregiver, [hours('09:00', '12:00')], { is_available: false })),
    caregiver.client.post(OVERRIDES, toBody(caregiver, [])),
    put([hours('14:00', '16:00')]),
    put([hours('10:30', '12:00')]),
    put([hours('09:00', '10:30'), hours('10:45', '12:00')]),
  ]
  for (const { status, body } of await Promise.all(refusals)) {
    expect(status).toBe(400)
    expect(body).toMatchObject({ detail: named, code: 'invalid', windows: [named] })
  }
  expect((await caregiver.client.get(OVERRIDES)).body.results).toEqual(before)
})

test('other hours of a booked day can change, and the booked hours stay', async () => {
  const caregiver = await makeListedCaregiver(app)
  const id = await openHours(caregiver, date, [hours('09:00', '12:00')])
  await bookHours(app, caregiver.id, [utc(date, '10:00', '11:00')])
  const put = (windows: object[]) => caregiver.client.put(`${OVERRIDES}/${id}`, toBody(caregiver, windows))

  const trimmed = await put([hours('10:00', '11:00'), hours('13:00', '15:00')])
  expect(trimmed.status).toBe(200)
  expect(trimmed.body.windows.map((window: { booked: boolean }) => window.booked)).toEqual([true, false])
  expect(await listStarts(caregiver)).toEqual(['13:00', '14:00'])
  expect((await put([hours('09:00', '10:30'), hours('10:30', '12:00', 30)])).status).toBe(200)
  expect((await put([hours('08:00', '12:00', 60, 15)])).status).toBe(200)

  await app.deps.database.delete(bookedTimes).where(eq(bookedTimes.caregiverId, caregiver.id))
  expect((await caregiver.client.delete(`${OVERRIDES}/${id}`)).status).toBe(204)
})

test('an override keeps the booked hours of weekly windows', async () => {
  const caregiver = await makeListedCaregiver(app, { timezone: 'America/New_York' })
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await caregiver.client.post('/api/availability/rules', { weekday, start: '09:00', end: '12:00' })
  }
  // 15:00 in UTC is 10:00 or 11:00 in New York.
  await bookHours(app, caregiver.id, [utc(date, '15:00', '16:00')])
  const refused = await caregiver.client.post(OVERRIDES, toBody(caregiver, [hours('13:00', '15:00')]))
  expect(refused.status).toBe(400)
  expect(refused.body.windows[0]).toContain('09:00–12:00')
  expect((await caregiver.client.get(OVERRIDES)).body.count).toBe(0)
  const kept = toBody(caregiver, [hours('10:00', '12:00'), hours('13:00', '15:00')])
  expect((await caregiver.client.post(OVERRIDES, kept)).status).toBe(201)
})

test('lists the caregiver’s own overrides by date, filtered and paged', async () => {
  const caregiver = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  await openHours(other, date)
  for (const days of [12, 5, 9]) await openHours(caregiver, dateIn(app, days))
  const listDates = async (query: string) => {
    const { body } = await caregiver.client.get(`${OVERRIDES}?${query}`)
    return body.results.map((row: { date_local: string }) => row.date_local)
  }
  expect(await listDates('')).toEqual([dateIn(app, 5), dateIn(app, 9), dateIn(app, 12)])
  expect(await listDates(`date_from=${dateIn(app, 9)}&date_to=${dateIn(app, 9)}`)).toEqual([dateIn(app, 9)])
  const page = (await caregiver.client.get(`${OVERRIDES}?page_size=2&page=2`)).body
  expect(page).toMatchObject({ count: 3, next: null, results: [{ date_local: dateIn(app, 12) }] })
  expect(page.previous).toBe('/api/availability/overrides?page_size=2&page=1')
})

test('rejects changes of other caregivers’ overrides, of past dates and of unverified caregivers', async () => {
  const owner = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  const id = await openHours(owner, date)
  const day = toBody(other, [hours('09:00', '10:00')])
  expect((await other.client.put(`${OVERRIDES}/${id}`, day)).status).toBe(404)
  expect((await other.client.delete(`${OVERRIDES}/${id}`)).status).toBe(404)
  const notTheirs = { status: 403, body: { detail: 'You can only change your own hours' } }
  expect(await other.client.post(OVERRIDES, toBody(owner, []))).toMatchObject(notTheirs)
  expect(await owner.client.put(`${OVERRIDES}/${id}`, day)).toMatchObject(notTheirs)
  const moved = await owner.client.put(
    `${OVERRIDES}/${id}`,
    toBody(owner, [], { date_local: dateIn(app, 6) }),
  )
  expect(moved.body.date_local).toEqual([`The date can't be changed from ${date}`])

  const past = toBody(owner, [], { date_local: dateIn(app, -2) })
  expect((await owner.client.post(OVERRIDES, past)).body.date_local).toEqual(['Past days cannot be changed'])
  const far = toBody(owner, [], { date_local: '2199-12-31' })
  expect((await owner.client.post(OVERRIDES, far)).status).toBe(400)
  expect((await owner.client.get(OVERRIDES)).body).toMatchObject({ count: 1, results: [{ id }] })
  expect((await other.client.get(OVERRIDES)).body.count).toBe(0)

  const pending = await makeListedCaregiver(app, { verificationStatus: 'pending' })
  const refused = await pending.client.post(OVERRIDES, toBody(pending, [hours('09:00', '10:00')]))
  expect(refused.status).toBe(403)
  expect(refused.body.detail).toBe('Your profile is pending admin verification')
  expect((await pending.client.get(OVERRIDES)).body.count).toBe(0)
})

test('rejects invalid overrides with field errors and stores nothing', async () => {
  const caregiver = await makeListedCaregiver(app)
  const window = hours('09:00', '12:00')
  const cases: [unknown, string?][] = [
    [toBody(caregiver, [window, hours('11:00', '13:00')]), 'windows'],
    [toBody(caregiver, [hours('12:00', '09:00')]), 'windows'],
    [toBody(caregiver, [hours('09:00', '12:00', 29)]), 'windows'],
    [toBody(caregiver, [hours('09:00', '12:00', 60, -1)]), 'windows'],
    [toBody(caregiver, [hours('09:00', '12:00', 60.5)]), 'windows'],
    [toBody(caregiver, [hours('9:00', '24:00')]), 'windows'],
    [toBody(caregiver, [{ ...window, extra: 1 }])],
    [toBody(caregiver, Array(25).fill(window)), 'windows'],
    [toBody(caregiver, [], { windows: null }), 'windows'],
    [toBody(caregiver, [null as never]), 'windows'],
    [toBody(caregiver, [], { is_available: 'yes' }), 'is_available'],
    [toBody(caregiver, [], { date_local: '2026-02-30' }), 'date_local'],
    [toBody(caregiver, [], { date_local: `${date}\0` }), 'date_local'],
    [toBody(caregiver, [], { date_local: '\ud800' }), 'date_local'],
    [toBody(caregiver, [], { caregiver: 'me' }), 'caregiver'],
    [toBody(caregiver, [], { caregiver: 2 ** 53 }), 'caregiver'],
    [toBody(caregiver, [], { unknown: true }), 'unknown'],
    [[], 'non_field_errors'],
    ['{"caregiver":1e309}', 'caregiver'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'non_field_errors'],
  ]
  for (const [body, field] of cases) {
    const answer = await caregiver.client.post(OVERRIDES, body)
    expect({ status: answer.status, body }).toEqual({ status: 400, body })
    expect(answer.body).toMatchObject({ detail: expect.any(String), request_id: expect.any(String) })
    if (field)
      expect({ body, message: answer.body[field]?.[0] }).toEqual({ body, message: expect.any(String) })
  }
  expect((await caregiver.client.post(OVERRIDES, '{"broken')).status).toBe(400)
  for (const id of ['0', 'x', '99999999999', '1%00', '-1']) {
    expect((await caregiver.client.delete(`${OVERRIDES}/${id}`)).status).toBe(404)
  }
  for (const query of ['date_from=x', 'page=0', 'page_size=101', 'unknown=1', 'date_to=%00']) {
    expect((await caregiver.client.get(`${OVERRIDES}?${query}`)).status).toBe(400)
  }
  expect((await caregiver.client.get(OVERRIDES)).body.count).toBe(0)
})
