import { addDays, DAY_MS, getOffsetMs } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  hours,
  makeListedCaregiver,
  openHours,
  updateListing,
  utc,
  utcTimes,
} from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import { requests } from '../tables.ts'

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

function countRequests(caregiverId: number): Promise<number> {
  return app.deps.database.$count(requests, eq(requests.caregiverId, caregiverId))
}

/** A window of a request's answer. */
function toWindow(date_local: string, start_local: string, end_local: string) {
  const { start_utc, end_utc } = utcTimes(date_local, start_local, end_local)
  return { date_local, start_local, end_local, start_utc, end_utc, is_canceled: false }
}

test('computes the hours and the price of a request', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
  const [first, second] = [dateIn(app, 8), dateIn(app, 9)]
  await openHours(caregiver, first, [hours('09:00', '12:30', 50)])
  await openHours(caregiver, second)
  const answer = await sendRequest(family, caregiver.id, [
    { date: second, start: '10:00', end: '12:00' },
    { date: first, start: '09:00', end: '10:40' },
  ])
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    caregiver: caregiver.id,
    caregiver_name: caregiver.fullName,
    caregiver_avatar: null,
    caretaker: family.id,
    caretaker_name: family.fullName,
    caretaker_avatar: null,
    status: 'submitted',
    rejection_cause: null,
    reject_reason: null,
    is_paid: false,
    is_canceled: false,
    timezone: 'UTC',
    windows: [toWindow(first, '09:00', '10:40'), toWindow(second, '10:00', '12:00')],
    total_hours: 3.67,
    // 220 minutes at $33.33 an hour.
    total_price_usd: 122.21,
    hourly_rate_snapshot_usd: 33.33,
    service_fee_usd: 0,
    cancellation_policy: 'moderate',
    submitted_at: expect.any(String),
    held_until: null,
    group: null,
    payment_id: null,
    refunded_usd: 0,
    refunding_usd: 0,
    can_message: true,
    has_blocked: false,
    is_card_checked: false,
    distance_km: null,
    children: [],
    emergency_contact: null,
    note: '',
    address: null,
  })
  expect((await caregiver.client.get(`/api/requests/${answer.body.id}`)).body).toEqual(answer.body)
  expect((await family.client.get(`/api/requests/${answer.body.id}/`)).body).toEqual(answer.body)
})

test('charges $55 an hour for a caregiver without a rate', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 0 })
  await openHours(caregiver, dateIn(app, 8))
  const { body } = await sendRequest(family, caregiver.id, [
    { date: dateIn(app, 8), start: '09:00', end: '12:00' },
  ])
  expect(body).toMatchObject({ total_price_usd: 165, hourly_rate_snapshot_usd: 55 })
})

test('adds the service fee to the price, and pays the caregiver the price alone', async () => {
  const own = await testApp({ SERVICE_FEE_BPS: '1000', PLATFORM_FEE_BPS: '500' })
  const caregiver = await makeListedCaregiver(own, { rateCents: 3_333 })
  const date = dateIn(own, 8)
  await openHours(caregiver, date)
  const { id } = await makePaidRequest(own, { caregiver, windows: [{ date, start: '09:00', end: '12:00' }] })
  // 99.99 for three hours, and a tenth of it.
  expect((await caregiver.client.get(`/api/requests/${id}`)).body).toMatchObject({
    service_fee_usd: 10,
    total_price_usd: 109.99,
  })
  expect((await own.visitor.get(`/api/auth/caregivers/${caregiver.id}/`)).body.service_fee_bps).toBe(1_000)
  // Less 5 percent of 99.99, not of 109.99.
  expect((await caregiver.client.get('/api/wallets/mine')).body.pending).toBe(94.99)
  await own.close()
})

test('accepts every offered slot and rejects shifted ones', async () => {
  const names = ['UTC', 'Europe/London', 'Asia/Kathmandu', 'America/St_Johns']
  const zones = fc.constantFrom(...names)
  const shape = fc.record({
    zone: zones,
    viewerZone: zones,
    start: fc.integer({ min: 0, max: 30 }).map((quarter) => quarter * 15),
    length: fc.integer({ min: 12, max: 40 }).map((quarter) => quarter * 15),
    slot: fc.constantFrom(30, 45, 60, 90),
    buffer: fc.constantFrom(0, 10, 30),
    shift: fc.constantFrom(-15, -5, 5, 15),
  })
  const toTime = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  // Where clocks go back, two slots have the same name.
  const changesClocks = (day: string, zone: string) =>
    getOffsetMs(Date.parse(day), zone) !== getOffsetMs(Date.parse(day) + DAY_MS, zone)
  let date = dateIn(app, 20)
  while (names.some((zone) => changesClocks(date, zone))) date = addDays(date, 1)
  await fc.assert(
    fc.asyncProperty(shape, async ({ zone, viewerZone, start, length, slot, buffer, shift }) => {
      const caregiver = await makeListedCaregiver(app, { timezone: zone })
      await openHours(caregiver, date, [hours(toTime(start), toTime(start + length), slot, buffer)])
      const zoneQuery = encodeURIComponent(viewerZone)
      const { body } = await app.visitor.get(
        `/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=${zoneQuery}`,
      )
      let submitted = 0
      for (const offered of body.slots.slice(0, 4)) {
        const window = { date, start: offered.start, end: offered.end }
        const answer = await sendRequest(family, caregiver.id, [window], viewerZone)
        expect(answer.status).toBe(201)
        expect(answer.body.windows[0]).toMatchObject({
          start_utc: offered.start_utc,
          end_utc: offered.end_utc,
        })
        submitted += 1
        const shiftTime = (time: string) => {
          const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + shift
          return toTime((minutes + 1_440) % 1_440)
        }
        const shifted = { date, start: shiftTime(offered.start), end: shiftTime(offered.end) }
        const rejected = await sendRequest(family, caregiver.id, [shifted], viewerZone)
        expect(rejected.status).toBe(400)
        expect(rejected.body.windows).toHaveLength(1)
      }
      expect(await countRequests(caregiver.id)).toBe(submitted)
    }),
    { numRuns: countRuns(12) },
  )
})

test('rejects windows that are not made of adjacent offered slots, overlap, have begun or are too far ahead', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date, [hours('09:00', '12:00'), hours('12:00', '15:00', 60, 30)])
  const far = dateIn(app, 380)
  await openHours(caregiver, far)
  const overlap = 'Windows overlap — adjust times'
  const cases: [{ date: string; start: string; end: string }[], string][] = [
    [[{ date, start: '09:30', end: '10:30' }], `${date} 09:30–10:30 isn't available`],
    [[{ date, start: '09:00', end: '09:30' }], `${date} 09:00–09:30 isn't available`],
    // A buffer separates these slots, so they are not adjacent.
    [[{ date, start: '12:00', end: '14:30' }], `${date} 12:00–14:30 isn't available`],
    [[{ date, start: '14:00', end: '12:00' }], `${date} 14:00–12:00 isn't available`],
    [[{ date, start: '09:00', end: '09:00' }], `${date} 09:00–09:00 isn't available`],
    [
      [
        { date, start: '09:00', end: '11:00' },
        { date, start: '10:00', end: '12:00' },
      ],
      overlap,
    ],
    [
      [
        { date, start: '09:00', end: '10:00' },
        { date, start: '09:00', end: '10:00' },
      ],
      overlap,
    ],
    [[{ date: far, start: '09:00', end: '10:00' }], 'Bookings can be at most a year ahead'],
    [
      [{ date: dateIn(app, -1), start: '09:00', end: '10:00' }],
      `${dateIn(app, -1)} 09:00–10:00 has already started`,
    ],
  ]
  for (const [windows, message] of cases) {
    const { status, body } = await sendRequest(family, caregiver.id, windows)
    expect({ status, windows: body.windows }).toEqual({ status: 400, windows: [message] })
  }
  expect(await countRequests(caregiver.id)).toBe(0)
  // Without a buffer, slots of two openings are adjacent.
  const across = await sendRequest(family, caregiver.id, [{ date, start: '10:00', end: '13:00' }])
  expect(across.status).toBe(201)
})

test('answers taken hours with free slots nearby, in the zone of the request', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date, [hours('09:00', '13:00')])
  await openHours(caregiver, dateIn(app, 9), [hours('09:00', '10:00')])
  await bookHours(app, caregiver.id, [utc(date, '10:00', '11:00')])
  const windows = [
    { date, start: '14:45', end: '15:45' },
    { date, start: '15:45', end: '16:45' },
  ]
  const { status, body } = await sendRequest(family, caregiver.id, windows, 'Asia/Kathmandu')
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'conflict', detail: 'These times are already taken' })
  // 09:00 UTC is part of the request and free; 10:00 UTC is taken.
  expect(body.alternatives).toEqual([
    {
      date,
      start: '16:45',
      end: '17:45',
      start_utc: `${date}T11:00:00.000Z`,
      end_utc: `${date}T12:00:00.000Z`,
    },
    expect.objectContaining({ start: '17:45' }),
    expect.objectContaining({ date: dateIn(app, 9), start: '14:45' }),
  ])
  expect(await countRequests(caregiver.id)).toBe(0)
})

test('answers taken hours with free times of the same length, and no shorter ones than the minimum visit', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date, [hours('06:00', '15:00')])
  await bookHours(app, caregiver.id, [utc(date, '08:00', '09:00')])
  const findTimes = async (start: string, end: string) => {
    const { status, body } = await sendRequest(family, caregiver.id, [{ date, start, end }])
    expect(status).toBe(409)
    return body.alternatives.map(({ start, end }: Record<string, string>) => `${start}–${end}`)
  }
  expect(await findTimes('08:00', '10:00')).toEqual([
    '06:00–08:00',
    '10:00–12:00',
    '12:00–14:00',
    '14:00–15:00',
  ])
  const settings = { notice_hours: 0, minimum_visit_minutes: 180, meeting_hours: 'bookable' }
  expect((await caregiver.client.put('/api/availability/settings', settings)).status).toBe(200)
  expect(await findTimes('07:00', '10:00')).toEqual(['10:00–13:00'])
  expect(await countRequests(caregiver.id)).toBe(0)
})

test('answers 404 for caregivers who are not listed, as for users who do not exist', async () => {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, dateIn(app, 8))
  await updateListing(app, caregiver.id, { isListed: false })
  const windows = [{ date: dateIn(app, 8), start: '09:00', end: '10:00' }]
  for (const id of [caregiver.id, family.id, 999_999]) {
    const { status, body } = await sendRequest(family, id, windows)
    expect(status).toBe(404)
    expect(body.detail).toBe("This caregiver isn't taking requests right now")
  }
  expect(await countRequests(caregiver.id)).toBe(0)
})

test('answers the same request for the same idempotency key, and 409 for another body', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date)
  const body = {
    caregiver_id: caregiver.id,
    timezone: 'UTC',
    windows: [{ date, start: '09:00', end: '10:00' }],
  }
  const key = { 'idempotency-key': 'same-request' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => family.client.post('/api/requests', body, key)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  const other = { ...body, windows: [{ date, start: '10:00', end: '11:00' }] }
  expect(await family.client.post('/api/requests', other, key)).toMatchObject({
    status: 409,
    body: { detail: 'This Idempotency-Key was already used for a different request' },
  })
  expect(await countRequests(caregiver.id)).toBe(1)
  // Without a key, or from another family, the hours can be requested again.
  expect((await family.client.post('/api/requests', body)).status).toBe(201)
  expect((await (await makeFamily(app)).client.post('/api/requests', body, key)).status).toBe(201)
})

test('rejects malformed requests with field errors and stores nothing', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date)
  const window = { date, start: '09:00', end: '10:00' }
  const good = { caregiver_id: caregiver.id, timezone: 'UTC', windows: [window] }
  const cases: [unknown, string?][] = [
    [{ ...good, windows: [] }, 'windows'],
    [{ ...good, windows: undefined }, 'windows'],
    [{ ...good, windows: {} }, 'windows'],
    [{ ...good, windows: Array(32).fill(window) }, 'windows'],
    [{ ...good, windows: [{ ...window, end: '24:00' }] }, 'windows'],
    [{ ...good, windows: [{ ...window, date: '2026-02-30' }] }, 'windows'],
    [{ ...good, windows: [{ ...window, date: '2199-12-31' }] }, 'windows'],
    [{ ...good, windows: [{ ...window, date: '1970-01-01' }] }, 'windows'],
    [{ ...good, windows: [{ ...window, start: '\ud800' }] }, 'windows'],
    [{ ...good, windows: [[[[[]]]]] }, 'windows'],
    [{ ...good, timezone: 'Mars/Olympus' }, 'timezone'],
    [{ ...good, timezone: '\0' }, 'timezone'],
    [{ ...good, timezone: null }, 'timezone'],
    [{ ...good, caregiver_id: 'me' }, 'caregiver_id'],
    [{ ...good, caregiver_id: -1 }, 'caregiver_id'],
    [{ ...good, caregiver_id: 2 ** 40 }, 'caregiver_id'],
    [{ ...good, price: 1 }, 'price'],
    ['{"caregiver_id":1e309}', 'caregiver_id'],
    ['null'],
    ['{'],
  ]
  for (const [body, field] of cases) {
    const answer = await family.client.post('/api/requests', body)
    expect({ body, status: answer.status }).toEqual({ body, status: 400 })
    expect(answer.body).toMatchObject({ detail: expect.any(String), code: 'invalid' })
    if (field)
      expect({ body, message: answer.body[field]?.[0] }).toEqual({ body, message: expect.any(String) })
  }
  expect((await family.client.post('/api/requests', { ...good, windows: [] })).body.detail).toBe(
    'Please select at least one window',
  )
  const longKey = await family.client.post('/api/requests', good, { 'idempotency-key': 'x'.repeat(300) })
  expect(longKey.status).toBe(400)
  expect(await countRequests(caregiver.id)).toBe(0)

  const { id, caregiver: receiver } = await makeRequest(app)
  for (const status of ['submitted', 'paid', null, 1, ['accepted']]) {
    expect((await answerRequest(receiver, id, status as string)).status).toBe(400)
  }
  for (const odd of ['0', 'x', '1e3', '99999999999']) {
    expect((await family.client.get(`/api/requests/${odd}`)).status).toBe(404)
    expect((await answerRequest(receiver, odd as never, 'accepted')).status).toBe(404)
  }
  expect((await receiver.client.get(`/api/requests/${id}`)).body.status).toBe('submitted')
})
