/**
 * Many calls at once cancel, move, request and pay the same hours, also while they are being booked.
 * @see docs/rules/bookings.md#canceling
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns } from '../../../contract/test/random.ts'
import { type Answer, type TestApp, testApp } from '../app.ts'
import { requireConsistency } from '../consistency.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../factories/availability.ts'
import {
  checkout,
  confirm,
  listWindows,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  payCard,
  sendRequest,
  type TestRequest,
  type TestWindow,
} from '../factories/bookings.ts'
import { answerMove, proposeMove } from '../factories/moves.ts'

/** Which call comes first is random. */
const ROUNDS = Array.from({ length: countRuns(3) }, (_, index) => index + 1)

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '500' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const times = <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, (_, index) => call(index))
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const countOf = (answers: readonly Answer[], wanted: number) =>
  statusesOf(answers).filter((status) => status === wanted).length

/** Paid hours from 9 to 10, a proposal to move them to 11, and five families about to pay for 11. */
async function makeContested(day: number) {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
  const date = dateIn(app, day)
  await openHours(caregiver, date, [hours('09:00', '13:00')])
  const booked = { date, start: '09:00', end: '10:00' }
  const wanted = { date, start: '11:00', end: '12:00' }
  const paid = await makePaidRequest(app, { caregiver, windows: [booked] })
  const paying: { request: TestRequest; page: string }[] = []
  for (let family = 0; family < 5; family += 1) {
    const request = await makeAcceptedRequest(app, { caregiver, windows: [wanted] })
    paying.push({ request, page: await checkout(request) })
  }
  const bookingIds = (await listWindows(paid)).map(({ booking_id }) => booking_id)
  const propose = (by: TestUser) => proposeMove(by, paid, [wanted], { bookingIds })
  const { body: move, status } = await propose(paid.family)
  expect(status).toBe(201)
  const refund_usd: number = (await paid.family.client.get(`/api/requests/${paid.id}/cancellation`)).body
    .refund_usd
  return { caregiver, booked, paid, paying, propose, move, refund_usd }
}

test.each(ROUNDS)('cancels, moves and books the same hours once, round %i', async (round) => {
  const { caregiver, booked, paid, paying, propose, move, refund_usd } = await makeContested(6 + round)
  const cancel = ({ client }: TestUser, path = `/api/requests/${paid.id}/cancel`, more = {}) =>
    client.post(path, { reason: 'illness', refund_usd, ...more })
  const ofAdmin = { for: 'caregiver', refund: 'full' }

  const [byFamily, byCaregiver, byAdmin, accepted, proposed, sent, confirmed] = await Promise.all([
    Promise.all(times(8, () => cancel(paid.family))),
    Promise.all(times(8, () => cancel(caregiver))),
    Promise.all(times(5, () => cancel(admin, `/api/admin-panel/requests/${paid.id}/cancel`, ofAdmin))),
    Promise.all(times(7, () => answerMove(caregiver, move.id, 'accepted'))),
    Promise.all(times(6, () => propose(caregiver))),
    Promise.all(times(6, async () => sendRequest(await makeFamily(app), caregiver.id, [booked]))),
    Promise.all(
      paying.map(async ({ request, page }) => {
        await payCard(page)
        return confirm(request)
      }),
    ),
  ])
  const canceled = [...byFamily, ...byCaregiver, ...byAdmin]
  expect(countOf(canceled, 200)).toBe(1)
  expect(countOf(canceled, 409)).toBe(canceled.length - 1)
  expect(countOf(accepted, 200)).toBeLessThanOrEqual(1)
  expect(statusesOf([...accepted, ...proposed, ...sent]).every((status) => status < 500)).toBe(true)
  expect(countOf(confirmed, 200)).toBeLessThanOrEqual(1)
  expect(countOf(confirmed, 200) + countOf(confirmed, 409)).toBe(confirmed.length)
  await app.drain()

  const { body } = await paid.family.client.get(`/api/requests/bookings/caretaker/${paid.id}`)
  expect(body.windows).toMatchObject([{ state: 'canceled', refund_usd }])
  expect(body.move).toBeNull()
  const { body: payments } = await paid.family.client.get('/api/payments/mine')
  expect(payments.results[0]).toMatchObject({ status: 'refunded', refunded_usd: refund_usd })
  await requireConsistency(app)
})

/** A paid hour for each of ten families, with a proposal to move it to the same hour of another day. */
async function makeRivals(caregiver: TestUser, wanted: TestWindow, day: number) {
  const date = dateIn(app, day)
  await openHours(caregiver, date, [hours('08:00', '18:00')])
  const moves: { request: TestRequest; moveId: number }[] = []
  for (let index = 0; index < 10; index += 1) {
    const toTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const windows = [{ date, start: toTime(8 + index), end: toTime(9 + index) }]
    const request = await makePaidRequest(app, { caregiver, windows })
    const { body: move } = await proposeMove(request.family, request, [wanted])
    moves.push({ request, moveId: move.id })
  }
  return moves
}

test('gives an hour to one of ten moves and five payments', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
  const wanted = { date: dateIn(app, 15), start: '09:00', end: '10:00' }
  await openHours(caregiver, wanted.date, [hours('09:00', '12:00')])
  const rivals = await makeRivals(caregiver, wanted, 12)
  const paying: { request: TestRequest; page: string }[] = []
  for (let family = 0; family < 5; family += 1) {
    const request = await makeAcceptedRequest(app, { caregiver, windows: [wanted] })
    paying.push({ request, page: await checkout(request) })
  }
  await Promise.all(paying.map(({ page }) => payCard(page)))

  const [accepted, confirmed] = await Promise.all([
    Promise.all([...rivals, ...rivals].map(({ moveId }) => answerMove(caregiver, moveId, 'accepted'))),
    Promise.all(paying.map(({ request }) => confirm(request))),
    app.drain(),
  ])
  const answers = [...accepted, ...confirmed]
  expect(countOf(answers, 200)).toBe(1)
  expect(countOf(answers, 409)).toBe(answers.length - 1)
  await app.drain()
  const { rows } = await app.deps.database.execute<{ status: string; count: number }>(
    sql`SELECT moves.status, count(*)::int FROM moves JOIN requests ON requests.id = request_id
      WHERE caregiver_id = ${caregiver.id} GROUP BY 1 ORDER BY 1`,
  )
  const moved = countOf(accepted, 200)
  expect(rows).toEqual([
    ...(moved > 0 ? [{ status: 'accepted', count: 1 }] : []),
    { status: 'unavailable', count: 10 - moved },
  ])
  await requireConsistency(app)
})

test.each(ROUNDS)(
  'cancels what is just being booked after its booking or not at all, round %i',
  async (round) => {
    const caregiver = await makeListedCaregiver(app)
    const window = { date: dateIn(app, 20 + round), start: '09:00', end: '11:00' }
    await openHours(caregiver, window.date)
    const request = await makeAcceptedRequest(app, { caregiver, windows: [window] })
    await payCard(await checkout(request))
    const refund_usd: number = (await request.family.client.get(`/api/requests/${request.id}`)).body
      .total_price_usd
    const cancel = ({ client }: TestUser) =>
      client.post(`/api/requests/${request.id}/cancel`, { reason: 'illness', refund_usd })

    const [confirmed, canceled] = await Promise.all([
      Promise.all(times(10, () => confirm(request))),
      Promise.all(times(40, (index) => cancel(index % 2 ? request.family : caregiver))),
      app.drain(),
    ])
    expect(countOf(confirmed, 200)).toBe(confirmed.length)
    const isCanceled = countOf(canceled, 200) === 1
    expect(countOf(canceled, 409)).toBe(canceled.length - (isCanceled ? 1 : 0))
    await app.drain()
    const { body } = await request.family.client.get('/api/payments/mine')
    expect(body.results).toMatchObject([
      { status: isCanceled ? 'refunded' : 'succeeded', refunded_usd: isCanceled ? refund_usd : 0 },
    ])
    await requireConsistency(app)
  },
)

test.each(ROUNDS)(
  'gives everything back when the caregiver is removed while a payment is booked, round %i',
  async (round) => {
    const caregiver = await makeListedCaregiver(app)
    const window = { date: dateIn(app, 20 + round), start: '09:00', end: '11:00' }
    await openHours(caregiver, window.date)
    const request = await makeAcceptedRequest(app, { caregiver, windows: [window] })
    await payCard(await checkout(request))
    const [confirmed, removed] = await Promise.all([
      Promise.all(times(5, () => confirm(request))),
      admin.client.post(`/api/admin-panel/users/${caregiver.id}/status/`, {
        is_active: false,
        reason: 'Forged papers',
      }),
      app.drain(),
    ])
    expect(statusesOf(confirmed).filter((status) => ![200, 409].includes(status))).toEqual([])
    expect(removed.status).toBe(200)
    await app.drain()
    const { body } = await request.family.client.get('/api/payments/mine')
    expect(body.results).toMatchObject([{ status: 'refunded' }])
    await requireConsistency(app)
  },
)
