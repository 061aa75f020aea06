/**
 * Twenty families pay for the same hours concurrently, on real connections.
 * @see docs/rules/bookings.md#losing-the-race
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { queryNumbers, requireConsistency } from '../consistency.ts'
import type { TestUser } from '../factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../factories/availability.ts'
import {
  checkout,
  confirm,
  getPaymentStatus,
  getRequest,
  makeAcceptedRequest,
  makeFamily,
  payCard,
  sendRequest,
  type TestRequest,
  type TestWindow,
} from '../factories/bookings.ts'

const FAMILIES = 20
const AT_A_TIME = 10

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250' })
})
afterAll(() => app.close())

async function queryAmounts(query: string): Promise<Record<string, number>> {
  const { rows } = await app.deps.database.$client.query(query)
  return Object.fromEntries(
    rows.map(({ name, value }: { name: string; value: string }) => [name, Number(value)]),
  )
}

type OpenCheckout = { request: TestRequest; page: string }

/** Makes an accepted request for each family, with an open card page. */
async function makeOpenCheckouts(
  caregiver: TestUser,
  families: number,
  windowsOf: (index: number) => TestWindow[],
): Promise<OpenCheckout[]> {
  const paying: OpenCheckout[] = []
  for (let first = 0; first < families; first += AT_A_TIME) {
    const indices = Array.from({ length: AT_A_TIME }, (_, index) => first + index)
    const some = indices.map(async (index) => {
      const request = await makeAcceptedRequest(app, { caregiver, windows: windowsOf(index) })
      return { request, page: await checkout(request) }
    })
    paying.push(...(await Promise.all(some)))
  }
  return paying
}

test('books one of twenty paid requests for one hour and refunds the others', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
  const windows = [{ date: dateIn(app, 7), start: '09:00', end: '10:00' }]
  await openHours(caregiver, windows[0]?.date as string, [hours('09:00', '11:00')])
  const paying = await makeOpenCheckouts(caregiver, FAMILIES, () => windows)
  expect(await Promise.all(paying.map(({ page }) => payCard(page)))).toEqual(Array(FAMILIES).fill(303))

  // Success screens and webhooks confirm concurrently.
  const [answers] = await Promise.all([
    Promise.all(paying.map(({ request }) => confirm(request))),
    app.drain(),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(FAMILIES - 1).fill(409)])
  for (const { status, body } of answers) {
    if (status !== 409) continue
    expect(body.detail).toContain('refunded in full')
    expect(body.alternatives).toHaveLength(1)
  }
  await app.drain()

  const won = answers.findIndex(({ status }) => status === 200)
  for (const [index, { request }] of paying.entries()) {
    const isWinner = index === won
    expect(await getRequest(request)).toMatchObject({
      is_paid: isWinner,
      status: isWinner ? 'accepted' : 'rejected',
      rejection_cause: isWinner ? null : 'conflict',
    })
    expect(await getPaymentStatus(request)).toBe(isWinner ? 'succeeded' : 'refunded')
  }
  expect((await caregiver.client.get('/api/requests/bookings/caregiver')).body.count).toBe(1)

  await requireConsistency(app)
  // $33.33 remain: $4.17 as the fee and the rest in escrow.
  expect(
    await queryAmounts(
      'SELECT kind AS name, balance_cents AS value FROM ledger_accounts WHERE balance_cents <> 0',
    ),
  ).toEqual({ clearing: -3_333, escrow: 2_916, platform_fees: 417 })
  const provider = await queryNumbers(
    app,
    `
    SELECT sum(amount_cents) AS balance, count(*) FILTER (WHERE amount_cents > 0) AS charges,
      count(*) FILTER (WHERE amount_cents < 0) AS refunds FROM sandbox.movements`,
  )
  expect(provider).toEqual({ balance: 3_333, charges: FAMILIES, refunds: FAMILIES - 1 })
})

test('makes bookings that do not overlap from paid requests for overlapping hours', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 8)
  await openHours(caregiver, date, [hours('08:00', '16:00')])
  const toTwoDigits = (hour: number) => String(hour).padStart(2, '0')
  const paying = await makeOpenCheckouts(caregiver, 20, (index) => {
    const start = 8 + (index % 7)
    return [{ date, start: `${toTwoDigits(start)}:00`, end: `${toTwoDigits(start + 2)}:00` }]
  })
  await Promise.all(paying.map(({ page }) => payCard(page)))
  const answers = await Promise.all(paying.map(({ request }) => confirm(request)))
  await app.drain()
  const booked = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  // At least three and at most four of these two-hour windows fit into eight hours, in any order.
  expect(booked).toBeGreaterThanOrEqual(3)
  expect(booked).toBeLessThanOrEqual(4)
  expect((await caregiver.client.get('/api/requests/bookings/caregiver')).body.count).toBe(booked)
  const stuck = await queryNumbers(
    app,
    `SELECT count(*) AS stuck FROM payments WHERE status NOT IN ('succeeded', 'refunded', 'failed')`,
  )
  expect(stuck).toEqual({ stuck: 0 })
  await requireConsistency(app)
})

test('leaves no submitted request for hours that are booked while families send requests', async () => {
  const caregiver = await makeListedCaregiver(app)
  const windows = [{ date: dateIn(app, 9), start: '09:00', end: '10:00' }]
  await openHours(caregiver, windows[0]?.date as string, [hours('09:00', '12:00')])
  const paid = await makeAcceptedRequest(app, { caregiver, windows })
  await payCard(await checkout(paid))
  const families: TestUser[] = []
  for (let family = 0; family < 20; family += 1) families.push(await makeFamily(app))
  const [confirmed, ...sent] = await Promise.all([
    confirm(paid),
    ...families.map((family) => sendRequest(family, caregiver.id, windows)),
  ])
  expect(confirmed.status).toBe(200)
  for (const { status, body } of sent) {
    expect([201, 409]).toContain(status)
    if (status === 409)
      expect(body.alternatives.map((slot: { start: string }) => slot.start)).toEqual(['10:00', '11:00'])
  }
  const left = await queryNumbers(
    app,
    `SELECT count(*) AS waiting FROM requests WHERE caregiver_id = ${caregiver.id} AND status = 'submitted'`,
  )
  expect(left).toEqual({ waiting: 0 })
})
