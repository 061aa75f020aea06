/**
 * What a bank's decision frees, and refunds that are to be sent of money that the bank gave back.
 * @see docs/rules/money.md#chargebacks
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { getBooking } from '../../../../test/factories/bookings.ts'
import { type ChargedBooking, makeChargedBooking } from '../../../../test/factories/charged-back.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { verifyLedger } from '../../reconciliation/index.ts'
import { syncChargeback } from '../holding/chargebacks.ts'
import { findRequestPayment, refundByStaff } from '../index.ts'

const PANEL = '/api/admin-panel'
const FEE_CENTS = 1_000

let provider: Awaited<ReturnType<typeof openStripe>>
let admin: TestUser
let finance: TestUser
beforeAll(async () => {
  provider = await openStripe({ PLATFORM_FEE_BPS: '1000' }, { isAlone: false })
  // Enough for what banks take and cards get besides.
  provider.stripe.balances.set('', 1_000_000)
  admin = await makeUser(provider.app, { role: 'admin' })
  finance = await makeUser(provider.app, { role: 'admin', staffRole: 'finance' })
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  expect(provider.stripe.complaints).toEqual([])
  await provider.close()
})

const makePaidBooking = () => makeChargedBooking(provider)
async function openChargeback({ chargeId }: ChargedBooking, cents?: number): Promise<string> {
  const id = provider.stripe.dispute(chargeId, cents)
  await provider.deliverEvents()
  return id
}
/** The bank's decision is recorded, and nothing that follows from it is done yet. */
async function decideOnly(chargebackId: string, status: 'won' | 'lost'): Promise<void> {
  provider.stripe.endDispute(chargebackId, status)
  provider.stripe.takeEvents()
  await syncChargeback(provider.app.deps, chargebackId)
}
async function endChargeback(chargebackId: string, status: 'won' | 'lost'): Promise<void> {
  provider.stripe.endDispute(chargebackId, status)
  await provider.deliverEvents()
}
async function removeCaregiver({ caregiver }: ChargedBooking): Promise<void> {
  const body = { is_active: false, reason: 'A stolen card' }
  expect((await admin.client.post(`${PANEL}/users/${caregiver.id}/status`, body)).status).toBe(200)
}
/** The caregiver cancels both visits, so that $100.00 goes back. */
async function cancelAll({ id, caregiver }: ChargedBooking): Promise<void> {
  const order = { reason: 'illness', refund_usd: 100 }
  expect((await caregiver.client.post(`/api/requests/${id}/cancel`, order)).status).toBe(200)
}
const getMoney = async ({ id }: ChargedBooking) => {
  const payment = await findRequestPayment(provider.app.deps.database, id)
  const { refundCents, heldCents, escrowCents, lostCents } = payment ?? {}
  return { refundCents, heldCents, escrowCents, lostCents }
}
const listRefunds = async ({ paymentId }: ChargedBooking) => {
  const { rows } = await provider.app.deps.database.execute<{ id: number; status: string; cents: number }>(
    sql`SELECT id, status, amount_cents AS cents FROM refunds WHERE payment_id = ${paymentId} ORDER BY id`,
  )
  return rows
}
const listRefundSteps = async (paid: ChargedBooking) =>
  (await listRefunds(paid)).map(({ status, cents }) => [status, cents])
/** What the provider has sent to the card, in cents. */
const sumSent = ({ intentId }: ChargedBooking) =>
  [...provider.stripe.things.values()]
    .filter(({ object, payment_intent: intent, status }) => {
      return object === 'refund' && intent === intentId && status === 'succeeded'
    })
    .reduce((sum, { amount }) => sum + amount, 0)
const readMails = async ({ family }: ChargedBooking) =>
  (await listEmailsTo(provider.app, family.email)).map(({ text }) => text).join('\n')
const getPlatformOwnCents = async () => {
  const { rows } = await provider.app.deps.database.execute<{ cents: number }>(
    sql`SELECT coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_accounts WHERE kind = 'platform_own'`,
  )
  return rows[0]?.cents
}

it.each([
  ['won', undefined, 10_000],
  ['lost', 1_000, 9_000],
] as const)(
  'lets no staff refund between a decision, %s, and what it frees',
  async (status, cents, backCents) => {
    const paid = await makePaidBooking()
    const id = await openChargeback(paid, cents)
    await removeCaregiver(paid)
    await decideOnly(id, status)
    const path = `${PANEL}/bookings/${paid.id}/refund`
    const { body: options } = await finance.client.get(path)
    expect(options).toMatchObject({ refundable_usd: 0, obstacle: expect.stringContaining('bank') })
    for (const shown of [100, 90]) {
      const refund = { amount_usd: 50, borne_by: 'tendwell', reason: 'Late', refundable_usd: shown }
      expect((await finance.client.post(path, refund)).status).toBe(409)
    }
    expect(await listRefunds(paid)).toEqual([])
    await provider.deliverEvents()
    const lostCents = cents ?? 0
    expect(await getMoney(paid)).toEqual({ refundCents: backCents, heldCents: 0, escrowCents: 0, lostCents })
    expect(await listRefundSteps(paid)).toEqual([['succeeded', backCents]])
    expect((await finance.client.get(path)).body.refundable_usd).toBe(0)
  },
)

it.each(['close', 'reject', 'withdraw'] as const)(
  'lets a dispute that ends in between, by %s, leave the money to what was canceled',
  async (way) => {
    const paid = await makePaidBooking()
    const { body: dispute } = await openDispute(paid.family, paid.id)
    const id = await openChargeback(paid)
    await removeCaregiver(paid)
    await decideOnly(id, 'won')
    const path = `${PANEL}/disputes/${dispute.id}`
    if (way === 'close') {
      await admin.client.post(`${path}/escalate`)
      const closing = { resolution: 'They left early', refund_usd: 90 }
      expect((await admin.client.post(`${path}/close`, closing)).status).toBe(400)
      expect((await admin.client.post(`${path}/close`, { ...closing, refund_usd: 0 })).status).toBe(200)
    } else if (way === 'reject') {
      expect((await admin.client.post(`${path}/reject`, { resolution: 'No' })).status).toBe(200)
    } else {
      expect((await paid.family.client.patch(`/api/disputes/${dispute.id}/close`, {})).status).toBe(200)
    }
    expect(await getMoney(paid)).toMatchObject({ refundCents: 0, heldCents: 10_000 - FEE_CENTS })
    await provider.deliverEvents()
    expect(await getMoney(paid)).toEqual({ refundCents: 10_000, heldCents: 0, escrowCents: 0, lostCents: 0 })
    expect(await listRefundSteps(paid)).toEqual([['succeeded', 10_000]])
  },
)

it('ends a refund that the card refused once the bank has given all of it back', async () => {
  const paid = await makePaidBooking()
  await provider.refuse('refund')
  await cancelAll(paid)
  await provider.deliverEvents()
  const id = await openChargeback(paid)
  expect(await listRefundSteps(paid)).toEqual([['pending', 10_000]])
  await endChargeback(id, 'lost')
  expect(await listRefundSteps(paid)).toEqual([['taken_back', 10_000]])
  expect(await getMoney(paid)).toEqual({ refundCents: 0, heldCents: 0, escrowCents: 0, lostCents: 10_000 })
  expect((await getBooking(paid)).windows).toMatchObject([
    { state: 'canceled', refund_usd: 0, owed_usd: 50 },
    { state: 'canceled', refund_usd: 0, owed_usd: 50 },
  ])
  await provider.app.advance(130)
  expect(sumSent(paid)).toBe(0)
  for (const user of [admin, finance, paid.family]) user.client = await logInAgain(provider.app, user)
  const words = await readMails(paid)
  expect(words.split('Your bank has given you $100.00 of our refund')).toHaveLength(2)
  const [refund] = await listRefunds(paid)
  for (const [action, body] of [
    ['retry', undefined],
    ['paid-another-way', { reference: 'A transfer' }],
  ] as const) {
    const answer = await admin.client.post(`${PANEL}/refunds/${refund?.id}/${action}`, body)
    expect(answer.status).toBe(409)
  }
  const { body: queue } = await admin.client.get(`${PANEL}/queue`)
  expect(queue.results.find(({ kind }: { kind: string }) => kind === 'stuck_refunds')?.count ?? 0).toBe(0)
  expect((await paid.family.client.get('/api/account/closing')).body.obstacles).toEqual([])
  const { body: receipt } = await paid.family.client.get(`/api/payments/${paid.paymentId}`)
  expect(receipt).toMatchObject({ refunded_usd: 0, refunds: [{ status: 'taken_back', amount: 100 }] })
  const { body: record } = await admin.client.get(`${PANEL}/bookings/${paid.id}`)
  expect(record.timeline).toContainEqual(
    expect.objectContaining({ event: 'refund_taken_back', amount_usd: 100 }),
  )
  expect(record.payments[0]).toMatchObject({ refunded_usd: 0, refund_pending_usd: 0 })
  const { body: csv } = await admin.client.get(`${PANEL}/refunds/export?person_id=${paid.family.id}`)
  expect(csv).toContain('The bank gave it back')
})

it.each([true, false])(
  'sends what the bank left of a refund (refused by the card before: %s)',
  async (isRefused) => {
    const paid = await makePaidBooking()
    if (isRefused) await provider.refuse('refund')
    await cancelAll(paid)
    if (isRefused) await provider.deliverEvents()
    const id = provider.stripe.dispute(paid.chargeId, 1_000)
    await syncChargeback(provider.app.deps, id)
    await provider.deliverEvents()
    await endChargeback(id, 'lost')
    expect(await listRefundSteps(paid)).toEqual([
      ['succeeded', 9_000],
      ['taken_back', 1_000],
    ])
    expect(await getMoney(paid)).toEqual({
      refundCents: 9_000,
      heldCents: 0,
      escrowCents: 0,
      lostCents: 1_000,
    })
    expect(sumSent(paid)).toBe(9_000)
    expect((await getBooking(paid)).windows).toMatchObject([
      { refund_usd: 40, owed_usd: 50 },
      { refund_usd: 50, owed_usd: 50 },
    ])
    expect(await readMails(paid)).toContain('Your bank has given you $10.00 of our refund')
    const { body: record } = await admin.client.get(`${PANEL}/bookings/${paid.id}`)
    expect(record.payments[0]).toMatchObject({ refunded_usd: 90, refund_pending_usd: 0 })
  },
)

it('sends a refund that waited at once when the bank leaves the payment here', async () => {
  const paid = await makePaidBooking()
  await cancelAll(paid)
  const id = provider.stripe.dispute(paid.chargeId)
  await syncChargeback(provider.app.deps, id)
  await provider.deliverEvents()
  expect(await listRefundSteps(paid)).toEqual([['pending', 10_000]])
  await endChargeback(id, 'won')
  expect(await listRefundSteps(paid)).toEqual([['succeeded', 10_000]])
})

it('ends a refund that comes back from the card after the bank gave the money back', async () => {
  const paid = await makePaidBooking()
  await cancelAll(paid)
  await provider.deliverEvents()
  expect(sumSent(paid)).toBe(10_000)
  await endChargeback(await openChargeback(paid), 'lost')
  expect(await listRefundSteps(paid)).toEqual([['succeeded', 10_000]])
  const sent = [...provider.stripe.things.values()].find((thing) => {
    return thing.object === 'refund' && thing.payment_intent === paid.intentId
  })
  provider.stripe.endRefund(sent?.id, 'failed')
  await provider.deliverEvents()
  await provider.app.advance(11)
  expect(await listRefundSteps(paid)).toEqual([['taken_back', 10_000]])
  expect(sumSent(paid)).toBe(0)
})

it.each([
  ['was made', 'after', [['succeeded', 10_000]], 10_000],
  ['was not made', 'before', [['taken_back', 10_000]], 0],
] as const)('looks first whether a refund without an answer %s', async (_, when, steps, cents) => {
  const paid = await makePaidBooking()
  await cancelAll(paid)
  // The SDK calls twice, and neither call is answered.
  provider.stripe.intercept('refund.create', when, async () =>
    provider.stripe.intercept('refund.create', 'before', async () => {}),
  )
  await provider.app.drain()
  expect(await listRefundSteps(paid)).toEqual([['pending', 10_000]])
  await endChargeback(provider.stripe.dispute(paid.chargeId), 'lost')
  await provider.app.advance(130)
  expect(await listRefundSteps(paid)).toEqual(steps)
  expect(sumSent(paid)).toBe(cents)
})

it('gives Tendwell back what it bore of a refund that the bank has paid', async () => {
  const paid = await makePaidBooking()
  const ownCents = (await getPlatformOwnCents()) ?? 0
  await provider.refuse('refund')
  const { deps } = provider.app
  await withTransaction(deps.database, (transaction) =>
    refundByStaff(transaction, deps, {
      requestId: paid.id,
      amountCents: 4_000,
      bearer: 'tendwell',
      reason: 'They came late',
      reference: null,
      aheadCents: 0,
      key: 'staff:1',
    }),
  )
  await provider.deliverEvents()
  expect(await getPlatformOwnCents()).toBe(ownCents - 4_000)
  await endChargeback(await openChargeback(paid), 'lost')
  expect(await listRefundSteps(paid)).toEqual([['taken_back', 4_000]])
  expect(await getPlatformOwnCents()).toBe(ownCents)
  expect(await getMoney(paid)).toEqual({
    refundCents: 0,
    heldCents: 0,
    escrowCents: 0,
    lostCents: 10_000 - FEE_CENTS,
  })
})
