/**
 * The server is killed after a booking was canceled or moved, while its jobs tell both sides and send the money back. The
 * restarted server must finish that, and nothing is done twice. @see docs/rules/bookings.md#canceling
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from './factories/accounts.ts'
import { makeListedCaregiver } from './factories/availability.ts'
import type { TestRequest } from './factories/bookings.ts'
import {
  countObjects,
  expectBooked,
  expectConsistentMoney,
  type KillableServer,
  MOMENTS,
  makeAccepted,
  openPage,
  queryRows,
  startKillableServer,
} from './killed-server.ts'

let server: KillableServer
let caregiver: TestUser
let day = 6
beforeAll(async () => {
  server = await startKillableServer()
  caregiver = await makeListedCaregiver(server.app)
})
afterAll(() => server.close())

/** Two hours for $50.00, paid, whose family gets everything back. */
async function makeBooked(): Promise<TestRequest> {
  day += 1
  const request = await makeAccepted(server, caregiver, day)
  server.stripe.pay(await openPage(server, request))
  await expectBooked(server, request.id)
  return request
}

const cancel = ({ family, id }: TestRequest) =>
  server.callAs(
    family,
    'POST',
    `/api/requests/${id}/cancel`,
    { reason: 'illness', refund_usd: 50 },
    { 'idempotency-key': `cancel-${id}` },
  )

const FAILED_JOBS = 'SELECT task_identifier FROM graphile_worker.jobs WHERE attempts >= max_attempts'

async function expectCanceledOnce({ family, id }: TestRequest, refundsBefore: number): Promise<void> {
  expect(await queryRows(server, `SELECT status FROM payments WHERE request_id = ${id}`)).toEqual([
    { status: 'refunded' },
  ])
  expect(countObjects(server.stripe, 'refund') - refundsBefore).toBe(1)
  expect(await countNotifications(`request:${id}:canceled`)).toEqual([
    { user_id: caregiver.id, count: 1 },
    { user_id: family.id, count: 1 },
  ])
  expect(await queryRows(server, FAILED_JOBS)).toEqual([])
  await expectConsistentMoney(server)
}

/** How many notifications of these causes each side got. */
const countNotifications = (cause: string) =>
  queryRows(
    server,
    `SELECT user_id, count(*)::int FROM notifications WHERE cause LIKE '${cause}:%' GROUP BY 1 ORDER BY 1`,
  )

test.each(MOMENTS)('a cancellation is finished when killed %s creating its refund', async (when) => {
  const request = await makeBooked()
  const refunds = countObjects(server.stripe, 'refund')
  const dead = server.killAt('refund.create', when)
  expect((await cancel(request)).status).toBe(200)
  await dead
  await server.recover()
  expect((await cancel(request)).status).toBe(200)
  await expectCanceledOnce(request, refunds)
})

test('a cancellation is finished when killed as soon as it is answered', async () => {
  const request = await makeBooked()
  const refunds = countObjects(server.stripe, 'refund')
  await cancel(request)
  await server.kill()
  await server.recover()
  await expectCanceledOnce(request, refunds)
})

test('an accepted move is finished when killed as soon as it is answered', async () => {
  const { id, family, windows } = await makeBooked()
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
  expect(await countNotifications(`move:${move.id}`)).toEqual([
    { user_id: caregiver.id, count: 1 },
    { user_id: family.id, count: 1 },
  ])
  await expectConsistentMoney(server)
})
