/**
 * Buffers between bookings while hours are edited and families pay concurrently.
 * @see docs/rules/availability.md#slots
 */
import { MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { bookHours, dateIn, hours, makeListedCaregiver, openHours, utc } from '../factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  getRequest,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  payCard,
} from '../factories/bookings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const PAIRS = 5

/** Counts bookings that begin inside the buffer of another one. */
async function countBufferViolations(): Promise<number> {
  const { rows } = await app.deps.database.$client.query(`
    SELECT count(*)::int AS count FROM booked_times a JOIN booked_times b
      ON a.id <> b.id AND a.caregiver_id = b.caregiver_id AND a.starts_at <= b.starts_at
      AND b.starts_at < a.ends_at + a.buffer_minutes * interval '1 minute'`)
  return rows[0].count
}

test('books only one of two requests that are closer than the buffer after hours are edited', async () => {
  const date = dateIn(app, 7)
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '12:00', 60, 60)])
  const early = [{ date, start: '09:00', end: '10:00' }]
  const late = [{ date, start: '10:00', end: '11:00' }]
  const accepted = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    accepted.push(await makeAcceptedRequest(app, { caregiver, windows: early }))
  }
  await openHours(caregiver, date, [hours('09:00', '12:00')])
  for (let pair = 0; pair < PAIRS; pair += 1) {
    accepted.push(await makeAcceptedRequest(app, { caregiver, windows: late }))
  }
  const pages = await Promise.all(accepted.map(checkout))
  expect(await Promise.all(pages.map((page) => payCard(page)))).toEqual(Array(2 * PAIRS).fill(303))
  const [answers] = await Promise.all([Promise.all(accepted.map(confirm)), app.drain()])
  // The buffer of an hour after 09:00–10:00 overlaps 10:00–11:00, so only the first payment is booked.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(2 * PAIRS - 1).fill(409)])
  await app.drain()
  expect(await countBufferViolations()).toBe(0)
  const countPayments = async (status: string) => {
    const { rows } = await app.deps.database.$client.query(
      `SELECT count(*)::int AS count FROM payments WHERE payee_id = $1 AND status = $2`,
      [caregiver.id, status],
    )
    return rows[0].count
  }
  expect(await countPayments('succeeded')).toBe(1)
  expect(await countPayments('refunded')).toBe(2 * PAIRS - 1)
})

test('rejects a request inside the buffer of a new booking, but not one right after the buffer', async () => {
  const date = dateIn(app, 10)
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '10:00', 60, 30), hours('10:00', '12:00', 30)])
  const inside = await makeRequest(app, { caregiver, windows: [{ date, start: '10:00', end: '10:30' }] })
  const after = await makeRequest(app, { caregiver, windows: [{ date, start: '10:30', end: '11:00' }] })
  await makePaidRequest(app, { caregiver, windows: [{ date, start: '09:00', end: '10:00' }] })
  await app.drain()
  expect(await getRequest(inside)).toMatchObject({ status: 'rejected', rejection_cause: 'conflict' })
  expect(await getRequest(after)).toMatchObject({ status: 'submitted' })
  expect((await answerRequest(caregiver, after.id, 'accepted')).status).toBe(200)
  const day = await app.visitor.get(`/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`)
  expect(day.body.slots.map(({ start }: { start: string }) => start)).toEqual(['10:30', '11:00', '11:30'])
})

test('needs no buffer between adjacent windows of one request, only after the last one', async () => {
  const date = dateIn(app, 11)
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '10:00', 60, 60), hours('10:00', '13:00', 60, 15)])
  const family = await makeFamily(app)
  const windows = [
    { date, start: '09:00', end: '10:00' },
    { date, start: '10:00', end: '11:00' },
  ]
  const request = await makePaidRequest(app, { caregiver, family, windows })
  expect(await getRequest(request)).toMatchObject({ is_paid: true })
  const { rows } = await app.deps.database.$client.query(
    'SELECT buffer_minutes FROM booked_times WHERE caregiver_id = $1 ORDER BY starts_at',
    [caregiver.id],
  )
  expect(rows).toEqual([{ buffer_minutes: 0 }, { buffer_minutes: 15 }])
})

test('the database rejects a booking inside the buffer of another', async () => {
  const date = dateIn(app, 12)
  const { id } = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  await bookHours(app, id, [{ ...utc(date, '09:00', '10:00'), bufferMs: 30 * MINUTE_MS }])
  await expect(bookHours(app, id, [utc(date, '10:15', '11:00')])).rejects.toMatchObject({
    code: 'hours_taken',
  })
  const before = { ...utc(date, '08:00', '08:45'), bufferMs: 16 * MINUTE_MS }
  await expect(bookHours(app, id, [before])).rejects.toMatchObject({ code: 'hours_taken' })
  await bookHours(app, id, [{ ...before, bufferMs: 15 * MINUTE_MS }, utc(date, '10:30', '11:00')])
  await bookHours(app, other.id, [utc(date, '10:15', '11:00')])
})
