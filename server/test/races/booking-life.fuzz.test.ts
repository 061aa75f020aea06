/**
 * Random lives of bookings: families send, pay, cancel and dispute, caregivers and admins cancel, refunds are refused, calls
 * crash, money is released and withdrawn, and time passes. After each step the books balance and no bookings overlap; at the
 * end each refund is what the policy says, to the cent, and each payment was released exactly once.
 * @see docs/rules/bookings.md#canceling
 */
import { CANCELLATION_POLICIES, type CancellationPolicy } from '@tendwell/contract/cancellation-policies'
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../contract/test/random.ts'
import { cancelForSide, cancelOwnBookings } from '../../src/features/bookings/cancellation-commands.ts'
import {
  previewAdminCancellation,
  previewCancellation,
} from '../../src/features/bookings/cancellation-queries.ts'
import {
  acceptRequest,
  confirmRequest,
  sendRequest,
  startCheckout,
} from '../../src/features/bookings/index.ts'
import {
  closeDispute,
  escalateDispute,
  openDispute,
  rejectDispute,
} from '../../src/features/disputes/index.ts'
import { disputes } from '../../src/features/disputes/tables.ts'
import { findRequestPayment, getRefundableCents } from '../../src/features/payments/index.ts'
import { getPayoutMethod, requestPayout, startOnboarding } from '../../src/features/payouts/index.ts'
import { caregiverProfiles } from '../../src/features/profiles/index.ts'
import { reconcile, verifyLedger } from '../../src/features/reconciliation/index.ts'
import { type Transaction, withTransaction } from '../../src/platform/database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { submitDetails } from '../../src/ports/payments/sandbox-connect.ts'
import { setModes } from '../../src/ports/payments/sandbox-modes.ts'
import { getTotalBalance } from '../../src/ports/payments/sandbox-store.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, hours, openHours } from '../factories/availability.ts'
import { loseWebhooks, payFor } from '../factories/payments.ts'
import { makeCaregiver, makeFamily } from '../factories/profiles.ts'

let app: TestApp
let admin: TestUser
/** Makes the next refund call fail, before or after its effect, as a crash would. */
let crash: 'before' | 'after' | null = null

beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
  admin = await makeUser(app, { role: 'admin' })
  const { payments } = app.deps
  const { refund } = payments
  payments.refund = async (...order) => {
    const when = crash
    crash = null
    if (when === 'before') throw new AppError(503, 'crash', 'A crash before the call')
    const state = await refund(...order)
    if (when === 'after') throw new AppError(503, 'crash', 'A crash after the call')
    return state
  }
})
afterAll(() => app.close())

/** A request and who sent it. */
type Sent = { id: number; family: TestUser; isPaid?: boolean }
type World = { caregiver: TestUser; families: TestUser[]; sent: Sent[] }
/** Random numbers of a step, which each action uses as it likes. */
type Dice = { which: number; day: number; amount: number }

const OPEN_DAYS = 10

const inTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
  withTransaction(app.deps.database, work)
const modes = (some: Parameters<typeof setModes>[1]) => inTransaction((tx) => setModes(tx, some))
const asAdmin = () => ({ id: admin.id, role: admin.role, sessionId: admin.sessionId })
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item

async function makeWorld(): Promise<World> {
  const caregiver = await makeCaregiver(app, { rateCents: 3_333 })
  for (let day = 1; day <= OPEN_DAYS; day += 1) {
    await openHours(caregiver, dateIn(app, day), [hours('06:00', '18:00', 30)])
  }
  const { url } = await startOnboarding(app.deps, caregiver.id)
  await inTransaction((tx) => submitDetails(tx, app.deps, url.slice(url.lastIndexOf('/') + 1), 'arrive'))
  await getPayoutMethod(app.deps, caregiver.id)
  return { caregiver, families: [await makeFamily(app), await makeFamily(app)], sent: [] }
}

/** Sends a request for one to three windows on different days, and accepts it. */
async function send({ caregiver, families, sent }: World, { which, day, amount }: Dice): Promise<Sent> {
  const family = pick(families, which)
  const start = 6 + (amount % 4)
  const windows = Array.from({ length: 1 + (which % 3) }, (_, index) => ({
    date: dateIn(app, 1 + ((day + index * 3) % (OPEN_DAYS - 1))),
    start: `${String(start + index).padStart(2, '0')}:00`,
    end: `${String(start + index + 1 + (amount % 3)).padStart(2, '0')}:30`,
  }))
  const body = { caregiver_id: caregiver.id, timezone: 'UTC', windows }
  const { id } = await inTransaction((tx) => sendRequest(tx, app.deps, family.id, body))
  await acceptRequest(app.deps, caregiver.id, id)
  const request = { id, family }
  sent.push(request)
  return request
}

const pay =
  (card: string) =>
  async ({ sent }: World, { which }: Dice): Promise<void> => {
    const request = sent[which % Math.max(1, sent.length)]
    if (!request) return
    const { checkout_url } = await startCheckout(app.deps, request.family.id, request.id)
    await payFor(app, checkout_url, card)
    await confirmRequest(app.deps, request.family.id, request.id)
  }

/** One, two or all of a request's bookings that are ahead. */
async function chooseBookings(requestId: number, count: number): Promise<number[] | undefined> {
  const { rows } = await app.deps.database.execute<{ id: number }>(sql`
    SELECT bookings.id FROM bookings JOIN request_windows ON request_windows.id = window_id
    WHERE bookings.request_id = ${requestId} AND canceled_at IS NULL ORDER BY starts_at LIMIT ${count}`)
  return count === 3 || rows.length === 0 ? undefined : rows.map(({ id }) => id)
}

const cancelAs =
  (side: 'caretaker' | 'caregiver') =>
  async ({ caregiver, sent }: World, { which, amount }: Dice): Promise<void> => {
    const request = sent[which % Math.max(1, sent.length)]
    if (!request) return
    const actor = { id: side === 'caregiver' ? caregiver.id : request.family.id, side }
    const booking_ids = await chooseBookings(request.id, 1 + (amount % 3))
    const { refund_usd } = await previewCancellation(app.deps, actor, request.id, booking_ids)
    const reason = pick(['illness', 'asked_to', 'concern', 'other'] as const, amount)
    const body = { booking_ids, reason, refund_usd }
    await inTransaction((tx) => cancelOwnBookings(tx, app.deps, actor, request.id, body))
  }

async function cancelAsAdmin({ sent }: World, { which, amount }: Dice): Promise<void> {
  const request = sent[which % Math.max(1, sent.length)]
  if (!request) return
  const side = pick(['caretaker', 'caregiver'] as const, amount)
  const refund = pick(['policy', 'full', 'none'] as const, amount)
  const bookingIds = await chooseBookings(request.id, 1 + (amount % 3))
  const { refund_usd } = await previewAdminCancellation(app.deps, request.id, { side, refund, bookingIds })
  const body = { booking_ids: bookingIds, for: side, refund, reason: 'other', refund_usd, note: '' } as const
  const by = { admin: asAdmin(), address: '127.0.0.1' }
  await inTransaction((tx) => cancelForSide(tx, app.deps, by, request.id, body))
}

async function dispute({ sent }: World, { which }: Dice): Promise<void> {
  const request = sent[which % Math.max(1, sent.length)]
  if (!request) return
  const body = { booking_request: request.id, type: 'schedule', reason: 'Nobody came' } as const
  await inTransaction((tx) => openDispute(tx, app.deps, request.family.id, body))
}

/** Decides the oldest open dispute: against the family, or with a refund of some of what can be refunded. */
async function endDispute(world: World, { amount }: Dice): Promise<boolean> {
  const [open] = await app.deps.database
    .select()
    .from(disputes)
    .where(sql`${disputes.caregiverId} = ${world.caregiver.id} AND ${disputes.status} = 'submitted'`)
    .orderBy(disputes.id)
    .limit(1)
  if (!open) return false
  if (amount % 3 === 0) {
    await rejectDispute(app.deps, asAdmin(), '127.0.0.1', open.id)
    return true
  }
  await escalateDispute(app.deps, asAdmin(), '127.0.0.1', open.id)
  const maxCents = await getRefundableCents(app.deps.database, open.requestId)
  const refundUsd = Math.min(maxCents, amount) / 100
  await closeDispute(app.deps, asAdmin(), '127.0.0.1', { id: open.id, refundUsd })
  return true
}

/** What can happen. Each action ignores what does not apply; 4xx answers are expected. */
const ACTIONS = {
  send,
  sendAndPay: async (world: World, dice: Dice) => {
    await send(world, dice)
    await pay('4242424242424242')(world, { ...dice, which: world.sent.length - 1 })
  },
  pay: pay('4242424242424242'),
  payByCardOfSlowRefunds: pay('4000000000007726'),
  payByCardOfFailingRefunds: pay('4000000000005126'),
  familyCancels: cancelAs('caretaker'),
  caregiverCancels: cancelAs('caregiver'),
  adminCancels: cancelAsAdmin,
  choosePolicy: async ({ caregiver }: World, { amount }: Dice) => {
    const cancellationPolicy = pick(CANCELLATION_POLICIES, amount)
    await app.deps.database
      .update(caregiverProfiles)
      .set({ cancellationPolicy })
      .where(eq(caregiverProfiles.userId, caregiver.id))
  },
  dispute,
  endDispute,
  withdraw: ({ caregiver }: World, { amount }: Dice) =>
    inTransaction((tx) => requestPayout(tx, app.deps, caregiver.id, amount)),
  refuseRefunds: () => modes({ refuses: ['refund'] }),
  resetProvider: () => modes({}),
  loseWebhooks: () => loseWebhooks(app),
  crashBefore: async () => {
    crash = 'before'
  },
  crashAfter: async () => {
    crash = 'after'
  },
  drain: () => app.drain(),
  waitHours: (_: World, { day }: Dice) => app.advance(60 * (1 + day * 3)),
} satisfies Record<string, (world: World, dice: Dice) => Promise<unknown>>

/** Client errors and simulated crashes are expected; anything else fails the test. */
function tolerate(error: unknown): void {
  if (!(error instanceof AppError) || ![400, 404, 409, 429, 503].includes(error.status)) throw error
}

/** Lets time pass with a working provider until all is decided, released and sent. */
async function settleEverything(world: World): Promise<void> {
  crash = null
  await modes({})
  await app.deps.database.execute(sql`UPDATE sandbox.checkout_sessions SET refunds = 'at once'`)
  while (await endDispute(world, { which: 0, day: 0, amount: 0 }));
  await app.advance(61)
  await app.advance((OPEN_DAYS + 3) * MINUTES_PER_DAY)
  await reconcile(app.deps)
  for (const minutes of [61, MINUTES_PER_DAY, 61]) await app.advance(minutes)
}

/** Hours ahead until which all of the price, and half of it, comes back. */
const BOUNDARIES: Record<CancellationPolicy, [number, number]> = {
  flexible: [24, 0],
  moderate: [72, 24],
  strict: [168, 48],
}

type CanceledRow = {
  requestId: number
  policy: CancellationPolicy
  priceCents: number
  refundCents: number
  canceledBy: string
  canceledFor: string | null
  hoursAhead: number
  chosen: 'policy' | 'full' | 'none' | null
}

/** Each canceled booking's refund, compared with its policy; what a dispute had refunded before can't come back again. */
async function expectRefundsOfPolicy({ caregiver }: World): Promise<void> {
  const { rows } = await app.deps.database.execute<CanceledRow>(sql`
    SELECT requests.id AS "requestId", cancellation_policy AS policy, bookings.price_cents AS "priceCents",
      refund_cents AS "refundCents", canceled_by AS "canceledBy", canceled_for AS "canceledFor",
      extract(epoch FROM starts_at - canceled_at)::float8 / 3600 AS "hoursAhead",
      (SELECT "after" ->> 'refund' FROM audit_log WHERE action = 'booking.canceled'
        AND "after" -> 'bookingIds' @> to_jsonb(bookings.id)) AS chosen
    FROM bookings JOIN requests ON requests.id = bookings.request_id
      JOIN request_windows ON request_windows.id = window_id
    WHERE requests.caregiver_id = ${caregiver.id} AND canceled_at IS NOT NULL`)
  const disputed = new Set<number>()
  const { rows: refunded } = await app.deps.database.execute<{ requestId: number }>(
    sql`SELECT request_id AS "requestId" FROM disputes WHERE refund_cents > 0`,
  )
  for (const { requestId } of refunded) disputed.add(requestId)
  for (const row of rows) {
    const side = row.canceledFor ?? row.canceledBy
    const [full, half] = BOUNDARIES[row.policy]
    const ofPolicy = row.hoursAhead >= full ? 100 : row.hoursAhead >= half ? 50 : 0
    const percent = row.chosen === 'none' ? 0 : row.chosen === 'full' || side === 'caregiver' ? 100 : ofPolicy
    const expected = Math.floor((row.priceCents * percent + 50) / 100)
    if (disputed.has(row.requestId)) expect(row.refundCents).toBeLessThanOrEqual(expected)
    else expect(row).toMatchObject({ refundCents: expected })
  }
}

/** Where the money of each payment went: back, to the platform, and to the caregiver, once. */
async function expectMoneyWhereItBelongs({ sent }: World): Promise<void> {
  for (const { id } of sent) {
    const payment = await findRequestPayment(app.deps.database, id)
    if (payment?.status !== 'succeeded' && payment?.status !== 'refunded') continue
    const { rows } = await app.deps.database.execute<{
      released: number
      refunds: number
      canceled: number
    }>(sql`
      SELECT (SELECT coalesce(sum(entries.amount_cents), 0)::int FROM ledger_entries entries
          JOIN ledger_transactions ON ledger_transactions.id = transaction_id
          JOIN ledger_accounts ON ledger_accounts.id = account_id
          WHERE kind = 'available' AND key LIKE ${`payment:${payment.id}:%`}) AS released,
        (SELECT coalesce(sum(amount_cents), 0)::int FROM refunds WHERE payment_id = ${payment.id}
          AND status = 'succeeded') AS refunds,
        (SELECT coalesce(sum(refund_cents), 0)::int FROM bookings WHERE request_id = ${id}) AS canceled,
        (SELECT coalesce(sum(refund_cents), 0)::int FROM disputes WHERE request_id = ${id}) AS disputed`)
    const { amountCents, feeCents, refundCents, feeRefundCents } = payment
    const [row] = rows
    expect(payment).toMatchObject({ escrowCents: 0, heldCents: 0 })
    expect(row?.refunds).toBe(refundCents)
    expect(row?.released).toBe(amountCents - feeCents - (refundCents - feeRefundCents))
    expect(refundCents).toBeLessThanOrEqual(amountCents)
  }
}

async function expectNothingTwice(): Promise<void> {
  expect(await verifyLedger(app.deps.database)).toEqual([])
  const { rows } = await app.deps.database.execute(sql`
    SELECT (SELECT count(*)::int FROM bookings JOIN request_windows ON request_windows.id = window_id
        LEFT JOIN booked_times ON booked_times.id = booked_time_id
          AND booked_times.starts_at = request_windows.starts_at AND booked_times.ends_at = request_windows.ends_at
        WHERE (canceled_at IS NULL) <> (booked_times.id IS NOT NULL)) AS wrong,
      (SELECT count(*)::int FROM booked_times WHERE id NOT IN (
        SELECT booked_time_id FROM bookings WHERE booked_time_id IS NOT NULL)) AS orphans,
      (SELECT count(*)::int FROM booked_times a JOIN booked_times b ON a.id < b.id AND a.caregiver_id = b.caregiver_id
        AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at) AS overlaps`)
  expect(rows).toEqual([{ wrong: 0, orphans: 0, overlaps: 0 }])
}

const step = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  which: fc.nat({ max: 7 }),
  day: fc.nat({ max: OPEN_DAYS }),
  amount: fc.integer({ min: 1, max: 9_999 }),
})

test('keeps bookings, refunds and the books right, whatever happens in which order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const world = await makeWorld()
      for (const which of [2, 1])
        await ACTIONS.sendAndPay(world, { which, day: which * 2, amount: which }).catch(tolerate)
      for (const { action, ...dice } of steps) {
        await (ACTIONS[action] as (world: World, dice: Dice) => Promise<unknown>)(world, dice).catch(tolerate)
        await expectNothingTwice()
      }
      await settleEverything(world)
      await expectNothingTwice()
      await expectRefundsOfPolicy(world)
      await expectMoneyWhereItBelongs(world)
      const { rows } = await app.deps.database.execute<{ clearing: number; unsettled: number }>(sql`
        SELECT (SELECT coalesce(sum(balance_cents), 0)::int FROM ledger_accounts WHERE kind = 'clearing') AS clearing,
          (SELECT count(*)::int FROM refunds WHERE status <> 'succeeded')
            + (SELECT count(*)::int FROM payouts WHERE status NOT IN ('paid', 'failed', 'canceled')) AS unsettled`)
      expect(rows[0]?.unsettled).toBe(0)
      expect((rows[0]?.clearing ?? 0) + (await getTotalBalance(app.deps.database))).toBe(0)
    }),
    { numRuns: countRuns(60) },
  )
})
