/**
 * The server stops after a booking was canceled or moved, while its jobs tell both sides and send the money back. It must
 * finish that, and nothing is done twice. @see docs/rules/bookings.md#canceling
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from './factories/accounts.ts'
import { makeListedCaregiver } from './factories/availability.ts'
import type { TestRequest } from './factories/bookings.ts'
import {
  type CrashingServer,
  countObjects,
  expectBooked,
  expectConsistentMoney,
  type KillableServer,
  MOMENTS,
  makeAccepted,
  openPage,
  queryRows,
  type StripeServer,
  startCrashingServer,
  startKillableServer,
} from './killed-server.ts'

let caregiver: TestUser
let day = 6

/** Two hours for $50.00, paid, whose family gets everything back. */
async function makeBooked(server: StripeServer): Promise<TestRequest> {
  day += 1
  const request = await makeAccepted(server, caregiver, day)
  server.stripe.pay(await openPage(server, request))
  await expectBooked(server, request.id)
  return request
}

const cancel = ({ callAs }: StripeServer, { family, id }: TestRequest) =>
  callAs(
    family,
    'POST',
    `/api/requests/${id}/cancel`,
    { reason: 'illness', refund_usd: 50 },
    { 'idempotency-key': `cancel-${id}` },
  )

const FAILED_JOBS = 'SELECT task_identifier FROM graphile_worker.jobs WHERE attempts >= max_attempts'

async function expectCanceledOnce(
  server: StripeServer,
  { family, id }: TestRequest,
  refundsBefore: number,
): Promise<void> {
  expect(await queryRows(server, `SELECT status FROM payments WHERE request_id = ${id}`)).toEqual([
    { status: 'refunded' },
  ])
  expect(countObjects(server.stripe, 'refund') - refundsBefore).toBe(1)
  expect(await countNotifications(server, `request:${id}:canceled`)).toEqual([
    { user_id: caregiver.id, count: 1 },
    { user_id: family.id, count: 1 },
  ])
  expect(await queryRows(server, FAILED_JOBS)).toEqual([])
  await expectConsistentMoney(server)
}

/** How many notifications of these causes each side got. */
const countNotifications = (server: StripeServer, cause: string) =>
  queryRows(
    server,
    `SELECT user_id, count(*)::int FROM notifications WHERE cause LIKE '${cause}:%' GROUP BY 1 ORDER BY 1`,
  )

describe('when its work stops', () => {
  let server: CrashingServer
  beforeAll(async () => {
    server = await startCrashingServer()
    caregiver = await makeListedCaregiver(server.app)
  })
  afterAll(() => server.close())

  test.each(MOMENTS)('%s creating the refund, a cancellation is finished', async (when) => {
    const request = await makeBooked(server)
    const refunds = countObjects(server.stripe, 'refund')
    const countCrashes = server.crashAt('refund', when)
    expect((await cancel(server, request)).status).toBe(200)
    await server.advance(0)
    expect(countCrashes()).toBe(1)
    await server.recover()
    expect((await cancel(server, request)).status).toBe(200)
    await expectCanceledOnce(server, request, refunds)
  })
})

describe('when the server is killed as soon as it has answered', () => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillableServer()
    caregiver = await makeListedCaregiver(server.app)
  })
  afterAll(() => server.close())

  test('a cancellation is finished', async () => {
    const request = await makeBooked(server)
    const refunds = countObjects(server.stripe, 'refund')
    await cancel(server, request)
    await server.kill()
    await server.recover()
    await expectCanceledOnce(server, request, refunds)
  })

  test('an accepted move is finished', async () => {
    const { id, family, windows } = await makeBooked(server)
    const [{ booking_id }] = await queryRows(
      server,
      `SELECT id AS booking_id FROM bookings WHERE request_id = ${id}`,
    )
    const moved = windows.map(({ date }) => ({ date, start: '13:00', end: '15:00' }))
    const body = { booking_ids: [booking_id], timezone: 'UTC', windows: moved }
    const { body: move } = await server.callAs(family, 'POST', `/api/requests/${id}/moves`, body)
    const accept = () => server.callAs(caregiver, 'PATCH', `/api/moves/${move.id}`, { status: 'accepted' })
    expect((await accept()).status).toBe(200)
    await server.kill()
    await server.recover()
    expect((await accept()).status).toBe(409)
    expect(
      await queryRows(
        server,
        `SELECT start_local, sequence, price_cents FROM bookings JOIN request_windows ON request_windows.id = window_id
          WHERE bookings.request_id = ${id}`,
      ),
    ).toEqual([{ start_local: '13:00', sequence: 1, price_cents: 5_000 }])
    expect(await countNotifications(server, `move:${move.id}`)).toEqual([
      { user_id: caregiver.id, count: 1 },
      { user_id: family.id, count: 1 },
    ])
    await expectConsistentMoney(server)
  })
})
