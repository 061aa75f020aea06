import { addDays, getWeekday } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  hours,
  makeListedCaregiver,
  utc,
} from '../../../../test/factories/availability.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MONDAY = { weekday: 1, start: '09:00', end: '12:00' }

test('a caregiver adds, changes and removes weekly rules', async () => {
  const { client } = await makeListedCaregiver(app)
  const added = await client.post('/api/availability/rules/', MONDAY)
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    ...{ id: added.body.id, ...MONDAY, ends_next_day: false, slot_minutes: 60, buffer_minutes: 0 },
    booked_dates: [],
  })
  await client.post('/api/availability/rules', { weekday: 7, start: '20:00', end: '00:00' })

  const changed = await client.put(`/api/availability/rules/${added.body.id}/`, { ...MONDAY, end: '13:00' })
  expect(changed.status).toBe(200)
  const list = await client.get('/api/availability/rules')
  expect(list.body).toMatchObject({ count: 2, next: null, previous: null })
  expect(list.body.results.map((rule: { weekday: number; end: string }) => [rule.weekday, rule.end])).toEqual(
    [
      [1, '13:00'],
      [7, '00:00'],
    ],
  )

  expect((await client.delete(`/api/availability/rules/${added.body.id}`)).status).toBe(204)
  expect((await client.get('/api/availability/rules')).body.count).toBe(1)
  expect((await client.delete(`/api/availability/rules/${added.body.id}`)).status).toBe(404)
})

test('rules of one weekday can be adjacent but not overlap', async () => {
  const { client } = await makeListedCaregiver(app)
  await client.post('/api/availability/rules', MONDAY)
  const later = await client.post('/api/availability/rules', { ...MONDAY, start: '12:00', end: '14:00' })
  expect(later.status).toBe(201)

  const overlapping = await client.post('/api/availability/rules', {
    ...MONDAY,
    start: '11:30',
    end: '12:30',
  })
  expect(overlapping.status).toBe(400)
  expect(overlapping.body).toMatchObject({
    detail: 'Windows overlap — adjust times',
    code: 'invalid',
    non_field_errors: ['Windows overlap — adjust times'],
  })
  const moved = await client.put(`/api/availability/rules/${later.body.id}`, { ...MONDAY, start: '11:00' })
  expect(moved.status).toBe(400)
  const backwards = await client.post('/api/availability/rules', { weekday: 2, start: '12:00', end: '12:00' })
  expect(backwards.body.end).toEqual(['Each window must have start before end'])
  const list = await client.get('/api/availability/rules')
  expect(list.body.results).toHaveLength(2)
  expect(list.body.results[1]).toMatchObject({ start: '12:00', end: '14:00' })
})

test('sets several weekdays at once, in place of the hours they had', async () => {
  const { client } = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  await client.post('/api/availability/rules', MONDAY)
  await client.post('/api/availability/rules', { ...MONDAY, weekday: 6 })
  await other.client.post('/api/availability/rules', MONDAY)
  const windows = [
    { start: '09:00', end: '13:00' },
    { start: '14:00', end: '00:00' },
  ]
  const list = async (of = client) =>
    (await of.get('/api/availability/rules')).body.results.map(
      (rule: { weekday: number; start: string; end: string }) => `${rule.weekday} ${rule.start}-${rule.end}`,
    )
  const set = await client.put('/api/availability/rules/', { weekdays: [2, 1, 1], windows })
  expect(set.status).toBe(200)
  expect(set.body.results).toHaveLength(4)
  const days = ['1 09:00-13:00', '1 14:00-00:00', '2 09:00-13:00', '2 14:00-00:00', '6 09:00-12:00']
  expect(await list()).toEqual(days)

  const refused: [object, string][] = [
    [{ weekdays: [], windows }, 'weekdays'],
    [{ weekdays: [8], windows }, 'weekdays'],
    [{ weekdays: [1], windows: [{ start: '12:00', end: '09:00' }] }, 'windows'],
    [{ weekdays: [1], windows: [...windows, { start: '12:00', end: '15:00' }] }, 'windows'],
  ]
  for (const [body, field] of refused) {
    const { status, body: answer } = await client.put('/api/availability/rules', body)
    expect([status, Object.keys(answer)]).toEqual([400, expect.arrayContaining([field])])
  }
  expect(await list()).toEqual(days)

  expect((await client.put('/api/availability/rules', { weekdays: [1, 2], windows: [] })).status).toBe(200)
  expect(await list()).toEqual(['6 09:00-12:00'])
  expect(await list(other.client)).toEqual(['1 09:00-12:00'])
})

test('rules list their booked dates and can still be changed, and the bookings stay', async () => {
  const { id, client } = await makeListedCaregiver(app, { timezone: 'America/New_York' })
  const date = dateIn(app, 5)
  const later = dateIn(app, 12)
  const own = dateIn(app, 19)
  const rule = { weekday: getWeekday(date), start: '09:00', end: '23:00' }
  const ruleId = (await client.post('/api/availability/rules', rule)).body.id
  await client.post('/api/availability/rules', { ...rule, start: '06:00', end: '08:00' })
  const day = { caregiver: id, date_local: own, is_available: true, windows: [hours('09:00', '23:00')] }
  expect((await client.post('/api/availability/overrides', day)).status).toBe(201)
  // 18:00 in UTC is early afternoon in New York, 02:00 the evening before.
  await bookHours(app, id, [
    utc(date, '18:00', '19:00'),
    utc(own, '18:00', '19:00'),
    utc(addDays(later, 1), '02:00', '03:00'),
  ])
  const booked = async () => {
    const { results } = (await client.get('/api/availability/rules')).body
    return results.map((one: { start: string; booked_dates: string[] }) => [one.start, one.booked_dates])
  }
  expect(await booked()).toEqual([
    ['06:00', []],
    ['09:00', [date, later]],
  ])
  const shorter = await client.put(`/api/availability/rules/${ruleId}`, { ...rule, end: '12:00' })
  expect(shorter.status).toBe(200)
  expect(shorter.body.booked_dates).toEqual([])
  const range = `date_from=${date}&date_to=${own}`
  const expectBookings = async () => {
    const { body } = await client.get(`/api/availability/booked/?${range}`)
    expect(body.results.map((one: { start_utc: string }) => one.start_utc)).toEqual([
      `${date}T18:00:00.000Z`,
      `${addDays(later, 1)}T02:00:00.000Z`,
      `${own}T18:00:00.000Z`,
    ])
    expect(body.results[0]).toMatchObject({
      start_utc: `${date}T18:00:00.000Z`,
      end_utc: `${date}T19:00:00.000Z`,
      buffer_minutes: 0,
    })
  }
  await expectBookings()
  expect((await client.delete(`/api/availability/rules/${ruleId}`)).status).toBe(204)
  await expectBookings()

  const other = await makeListedCaregiver(app)
  expect((await other.client.get(`/api/availability/booked?${range}`)).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
  const listBooked = (from: string, to: string) =>
    client.get(`/api/availability/booked?date_from=${from}&date_to=${to}`)
  expect((await listBooked(own, date)).body.date_to).toEqual(['date_to must not be before date_from'])
  expect((await listBooked(date, addDays(date, 100))).body.date_to).toEqual([
    'The range can cover at most 100 days',
  ])
  expect((await listBooked(date, addDays(date, 99))).status).toBe(200)
  expect((await listBooked(date, '2026-02-30')).status).toBe(400)
  expect((await client.get('/api/availability/booked')).status).toBe(400)
})

test('limits rules and time off, and constraints keep rules apart', async () => {
  const { id, client } = await makeListedCaregiver(app)
  const toTwoDigits = (hour: number) => String(hour).padStart(2, '0')
  for (let hour = 0; hour < 12; hour += 1) {
    const rule = { weekday: 1, start: `${toTwoDigits(hour)}:00`, end: `${toTwoDigits(hour + 1)}:00` }
    expect((await client.post('/api/availability/rules', rule)).status).toBe(201)
  }
  const thirteenth = await client.post('/api/availability/rules', { ...MONDAY, start: '20:00', end: '21:00' })
  expect(thirteenth.status).toBe(400)
  expect(thirteenth.body.weekday).toEqual(['A weekday can have at most 12 windows'])

  const { $client } = app.deps.database
  await $client.query(
    `INSERT INTO time_off (caregiver_id, starts_at, ends_at)
      SELECT $1, $2::timestamptz + day * interval '1 day', $2::timestamptz + (day + 1) * interval '1 day'
      FROM generate_series(1, 100) day`,
    [id, app.deps.clock.now()],
  )
  const off = { start_utc: `${dateIn(app, 3)}T00:00:00Z`, end_utc: `${dateIn(app, 4)}T00:00:00Z` }
  const refused = await client.post('/api/availability/timeoff', off)
  expect([refused.status, refused.body.detail]).toEqual([409, 'You can plan at most 100 periods of time off'])

  const insert = (start: string, end: string, weekday = 1, endsNextDay = false) =>
    $client.query(
      `INSERT INTO availability_rules (caregiver_id, weekday, start_local, end_local, ends_next_day)
        VALUES ($1, $2, $3, $4, $5)`,
      [id, weekday, start, end, endsNextDay],
    )
  await expect(insert('11:30', '12:30')).rejects.toMatchObject({
    constraint: 'availability_rules_no_overlap',
  })
  await expect(insert('22:00', '06:00')).rejects.toMatchObject({ constraint: 'availability_rules_hours' })
  await expect(insert('22', '23')).rejects.toMatchObject({ constraint: 'availability_rules_hours' })
  await insert('22:00', '00:00')
  // Nights: from Sunday into Monday, which has hours from midnight, and from Saturday into Sunday.
  const overlap = { constraint: 'availability_rules_no_overlap' }
  await expect(insert('22:00', '00:30', 7, true)).rejects.toMatchObject(overlap)
  const hours = { constraint: 'availability_rules_hours' }
  for (const end of ['08:15', '16:00', '00:00'])
    await expect(insert('16:00', end, 6, true)).rejects.toMatchObject(hours)
  await insert('22:00', '06:00', 6, true)
  await expect(insert('05:30', '08:00', 7)).rejects.toMatchObject(overlap)
  await insert('06:00', '08:00', 7)
  await expect(insert('23:30', '00:00')).rejects.toMatchObject({
    constraint: 'availability_rules_no_overlap',
  })
})

test('keeps one of several overlapping rules that are sent at the same time', async () => {
  const { client } = await makeListedCaregiver(app)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, extra) =>
      client.post('/api/availability/rules', { ...MONDAY, end: `12:0${extra}` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
  expect((await client.get('/api/availability/rules')).body.count).toBe(1)
})

test('time off hides its slots until it is removed', async () => {
  const { id, client } = await makeListedCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await client.post('/api/availability/rules', { weekday, start: '09:00', end: '12:00' })
  }
  const date = dateIn(app, 3)
  const day = () => app.visitor.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
  expect((await day()).body.slots).toHaveLength(3)

  const off = await client.post('/api/availability/timeoff', {
    start_utc: `${date}T10:30:00Z`,
    end_utc: `${date}T23:00:00.5Z`,
  })
  expect(off.status).toBe(201)
  expect((await day()).body.slots.map((slot: { start: string }) => slot.start)).toEqual(['09:00'])
  expect((await client.get('/api/availability/timeoff/')).body).toMatchObject({
    count: 1,
    results: [off.body],
  })

  expect((await client.delete(`/api/availability/timeoff/${off.body.id}`)).status).toBe(204)
  expect((await day()).body.slots).toHaveLength(3)
})

test('rejects time off in the past or with an end before its start', async () => {
  const { id, client } = await makeListedCaregiver(app)
  const date = dateIn(app, 3)
  const plan = (start_utc: string, end_utc: string) =>
    client.post('/api/availability/timeoff', { start_utc, end_utc })
  const past = dateIn(app, -2)
  expect((await plan(`${past}T00:00:00Z`, `${date}T00:00:00Z`)).body.detail).toBe(
    'Past days cannot be changed',
  )
  expect((await plan(`${past}T00:00:00Z`, `${past}T01:00:00Z`)).status).toBe(400)
  expect((await plan('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).status).toBe(400)
  // Compared as text, the end is after the start. As an instant, it is before.
  expect((await plan(`${date}T10:00:00.500Z`, `${date}T10:00:00Z`)).body).toMatchObject({
    code: 'invalid',
    end_utc: ['End must be after start'],
  })
  expect((await client.get('/api/availability/timeoff')).body.count).toBe(0)

  // Time off can cover bookings, which stay.
  await bookHours(app, id, [utc(date, '09:00', '10:00')])
  expect((await plan(`${date}T00:00:00Z`, `${date}T23:00:00Z`)).status).toBe(201)
})

test('caregivers cannot see or change the rules and time off of others', async () => {
  const owner = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  const rule = (await owner.client.post('/api/availability/rules', MONDAY)).body
  const off = (
    await owner.client.post('/api/availability/timeoff', {
      start_utc: `${dateIn(app, 3)}T00:00:00Z`,
      end_utc: `${dateIn(app, 4)}T00:00:00Z`,
    })
  ).body
  expect((await other.client.put(`/api/availability/rules/${rule.id}`, MONDAY)).status).toBe(404)
  expect((await other.client.delete(`/api/availability/rules/${rule.id}`)).status).toBe(404)
  expect((await other.client.delete(`/api/availability/timeoff/${off.id}`)).status).toBe(404)
  expect((await other.client.get('/api/availability/rules')).body.results).toEqual([])
  expect((await other.client.get('/api/availability/timeoff')).body.results).toEqual([])
  expect((await owner.client.get('/api/availability/rules')).body.results).toEqual([rule])
  expect((await owner.client.get('/api/availability/timeoff')).body.results).toEqual([off])
})

test('caregivers who are not verified can read their hours but not change them', async () => {
  for (const verificationStatus of ['pending', 'rejected', 'flagged'] as const) {
    const { client } = await makeListedCaregiver(app, { verificationStatus })
    const refused = await client.post('/api/availability/rules', MONDAY)
    expect(refused.status).toBe(403)
    expect(refused.body.detail).toBe('Your profile is pending admin verification')
    const week = { weekdays: [1], windows: [{ start: '09:00', end: '12:00' }] }
    expect((await client.put('/api/availability/rules', week)).status).toBe(403)
    const off = { start_utc: `${dateIn(app, 3)}T00:00:00Z`, end_utc: `${dateIn(app, 4)}T00:00:00Z` }
    expect((await client.post('/api/availability/timeoff', off)).status).toBe(403)
    expect((await client.get('/api/availability/rules')).body).toMatchObject({ count: 0, results: [] })
    expect((await client.get('/api/availability/timeoff')).body.count).toBe(0)
  }
})

test('only caregivers can set hours', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  const admin = await makeUser(app, { role: 'admin' })
  const paths = ['rules', 'overrides', 'timeoff'].map((list) => `/api/availability/${list}`)
  for (const path of paths) {
    expect((await app.visitor.get(path)).status).toBe(401)
    expect((await app.visitor.post(path, MONDAY)).status).toBe(401)
    expect((await family.client.get(path)).status).toBe(403)
    expect((await admin.client.post(path, MONDAY)).status).toBe(403)
    expect((await family.client.delete(`${path}/1`)).status).toBe(403)
  }
})

test('weekly hours are cut into slots of their own length, with their own buffer', async () => {
  const { id, client } = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  const weekday = getWeekday(date)
  const rule = { weekday, start: '09:00', end: '12:00', slot_minutes: 45, buffer_minutes: 15 }
  const added = await client.post('/api/availability/rules', rule)
  expect(added).toMatchObject({ status: 201, body: rule })
  expect((await client.post('/api/availability/rules', rule)).body, 'again').toEqual(added.body)
  const longer = await client.post('/api/availability/rules', { ...rule, slot_minutes: 60 })
  expect(longer.body).toMatchObject({ detail: 'Windows overlap — adjust times' })
  const listStarts = async () => {
    const { body } = await client.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
    return body.slots.map(({ start, end }: { start: string; end: string }) => `${start}–${end}`)
  }
  expect(await listStarts()).toEqual(['09:00–09:45', '10:00–10:45', '11:00–11:45'])
  const window = { start: '09:00', end: '12:00', slot_minutes: 90 }
  const week = (changes: object) => ({ weekdays: [weekday], windows: [{ ...window, ...changes }] })
  expect((await client.put('/api/availability/rules', week({}))).body.results).toMatchObject([
    { slot_minutes: 90, buffer_minutes: 0 },
  ])
  expect(await listStarts()).toEqual(['09:00–10:30', '10:30–12:00'])
  for (const changes of [{ slot_minutes: 29 }, { slot_minutes: 1_441 }, { buffer_minutes: 721 }]) {
    expect((await client.put('/api/availability/rules', week(changes))).status).toBe(400)
  }
  expect(await listStarts()).toHaveLength(2)
})
