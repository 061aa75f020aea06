import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  checkout,
  confirm,
  makeAcceptedRequest,
  openCheckout,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeFamily } from '../../../../test/factories/profiles.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { verifyLedger } from '../../reconciliation/index.ts'
import { findRequestPayment, refundHeldPayment, releasePayment } from '../index.ts'

type Paid = TestRequest & { chargeId: string; paymentId: number }

let provider: Awaited<ReturnType<typeof openStripe>>
let finance: TestUser
beforeAll(async () => {
  provider = await openStripe({}, { isAlone: false })
  finance = await makeUser(provider.app, { role: 'admin', staffRole: 'finance' })
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  expect(provider.stripe.complaints).toEqual([])
  await provider.close()
})

/** A booking of $50.00, paid through Stripe. */
async function makePaid(): Promise<Paid> {
  const request = await makeAcceptedRequest(provider.app)
  await provider.pay(await checkout(request))
  await provider.deliverEvents()
  await confirm(request)
  const payment = await findRequestPayment(provider.app.deps.database, request.id)
  return { ...request, chargeId: payment?.chargeId ?? '', paymentId: payment?.id ?? 0 }
}
/** Releases its money without waiting for the visit, because Stripe goes by the machine's clock. */
const release = ({ id }: Paid) =>
  withTransaction(provider.app.deps.database, (transaction) =>
    releasePayment(transaction, provider.app.deps, id, provider.app.deps.clock.now()),
  )
const setUpPayouts = async ({ caregiver }: Paid) => {
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url)
  await provider.deliverEvents()
}
const getWallet = async ({ caregiver }: Paid) => {
  const { balance, pending, held } = (await caregiver.client.get('/api/wallets/mine')).body
  return { balance, pending, held }
}
const listOpenChargebacks = async () =>
  (await finance.client.get('/api/admin-panel/chargebacks')).body.results
const listChargebackStates = async ({ paymentId }: Paid) => {
  const { rows } = await provider.app.deps.database.execute<{ status: string }>(
    sql`SELECT status FROM chargebacks WHERE payment_id = ${paymentId}`,
  )
  return rows.map(({ status }) => status)
}
/** Sends events in this order and runs what follows. */
async function send(events: ReturnType<typeof provider.stripe.takeEvents>): Promise<void> {
  for (const { body, signature } of events) {
    const answer = await provider.app.visitor.post('/api/payments/webhooks/stripe/', body, {
      'stripe-signature': signature,
    })
    expect(answer.status).toBe(200)
  }
  await provider.app.drain()
}

it('holds the booking’s money, tells both sides and staff, and is in the queue with its deadline', async () => {
  const paid = await makePaid()
  provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })
  const [chargeback] = await listOpenChargebacks()
  expect(chargeback).toMatchObject({
    request_id: paid.id,
    family: { id: paid.family.id },
    caregiver: { id: paid.caregiver.id },
    amount_usd: 50,
    held_usd: 50,
    reason: 'fraudulent',
  })
  expect(Date.parse(chargeback.evidence_due_at)).toBeGreaterThan(Date.parse(chargeback.opened_at))
  expect((await finance.client.get('/api/admin-panel/queue')).body.results).toContainEqual({
    kind: 'chargebacks',
    count: 1,
    oldest_at: chargeback.opened_at,
    due_at: chargeback.evidence_due_at,
  })
  const [toFamily, toCaregiver, toStaff] = await Promise.all(
    [paid.family, paid.caregiver, finance].map(
      async ({ email }) => (await listEmailsTo(provider.app, email)).at(-1)?.text,
    ),
  )
  expect(toFamily).toContain('Your bank told us that you dispute the payment of $50.00')
  expect(toCaregiver).toContain('We hold what you still have of it until the bank has decided')
  expect(toStaff).toMatch(/disputes the payment of booking #\d+ .*Evidence is due by .+ UTC/)
  expect((await paid.caregiver.client.get('/api/admin-panel/chargebacks')).status).toBe(403)
})

it('returns the money when the bank decides for the payment', async () => {
  const paid = await makePaid()
  const id = provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  provider.stripe.endDispute(id, 'won')
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 50, held: 0 })
  expect(await listChargebackStates(paid)).toEqual(['won'])
  expect((await listOpenChargebacks()).map((row: { request_id: number }) => row.request_id)).not.toContain(
    paid.id,
  )
  expect((await listEmailsTo(provider.app, paid.caregiver.email)).at(-1)?.text).toContain('stays')
})

it('takes what is on hold when the bank decides against it, and refunds nothing of it again', async () => {
  const paid = await makePaid()
  await release(paid)
  const id = provider.stripe.dispute(paid.chargeId, 3_000)
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })
  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  const wallet = await getWallet(paid)
  expect([wallet.held, wallet.balance + wallet.pending]).toEqual([0, 20])
  const { body } = await paid.caregiver.client.get('/api/wallets/mine/entries')
  expect(body.results).toContainEqual(
    expect.objectContaining({
      category: 'refund_out',
      direction: 'debit',
      amount: 30,
      booking: expect.objectContaining({ request_id: paid.id }),
    }),
  )
  const { deps } = provider.app
  await expect(
    withTransaction(deps.database, (transaction) =>
      refundHeldPayment(transaction, deps, {
        requestId: paid.id,
        amountCents: 100,
        reason: 'Late',
        key: 'x',
      }),
    ),
  ).rejects.toMatchObject({ status: 409 })
})

it('has one effect whatever the order and number of its events', async () => {
  const paid = await makePaid()
  const id = provider.stripe.dispute(paid.chargeId)
  provider.stripe.endDispute(id, 'lost')
  const events = provider.stripe.takeEvents()
  await send([...events, ...events].reverse())
  await send(events)
  expect(await listChargebackStates(paid)).toEqual(['lost'])
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 0 })
  const subjects = (await listEmailsTo(provider.app, paid.family.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('The bank has decided'))).toHaveLength(1)
})

it('applies one event at a time even when they come at once', async () => {
  const paid = await makePaid()
  provider.stripe.dispute(paid.chargeId)
  await Promise.all(provider.stripe.takeEvents().map((event) => send([event])))
  expect(await listChargebackStates(paid)).toEqual(['open'])
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })
})

it('ignores a chargeback of a charge that isn’t ours, and one that the provider doesn’t know', async () => {
  const before = (await listOpenChargebacks()).length
  provider.stripe.dispute('ch_unknown')
  await provider.deliverEvents()
  const id = provider.stripe.dispute('ch_gone')
  provider.stripe.things.delete(id)
  await provider.deliverEvents()
  expect(await listOpenChargebacks()).toHaveLength(before)
})

it('cancels a payout that was not sent, and holds its money', async () => {
  const paid = await makePaid()
  await release(paid)
  await setUpPayouts(paid)
  provider.stripe.injectFaults('account.retrieve', ...Array(6).fill('refused'))
  const { status } = await paid.caregiver.client.post('/api/payouts', { amount: 40 })
  expect(status).toBe(201)
  provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })
  const { body } = await paid.caregiver.client.get('/api/payouts/me')
  expect(body.results).toMatchObject([
    { status: 'canceled', failure_reason: 'Stopped, because a family’s bank takes its payment back' },
  ])
  const sent = [...provider.stripe.things.values()].filter(({ object }) => object === 'transfer')
  expect(sent).toEqual([])
  provider.stripe.injectFaults('account.retrieve')
})

it('lets its payer start no other checkout until the bank has decided; what is paid stands', async () => {
  const paid = await makePaid()
  const [started, next] = [
    await makeAcceptedRequest(provider.app, { family: paid.family }),
    await makeAcceptedRequest(provider.app, { family: paid.family }),
  ]
  const page = await checkout(started)
  const id = provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  for (const { id: requestId } of [started, next]) {
    const { status, body } = await openCheckout(paid.family, requestId)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'conflict',
      'Your bank is deciding about an earlier payment, so you can’t pay for another booking until it has decided. If you didn’t mean to dispute that payment, call your bank and contact support',
    ])
  }
  // The card page that was open is closed, so that it can't be paid either.
  const session = [...provider.stripe.things.values()].find(({ url }) => url === page)
  expect(session?.status).toBe('expired')
  const booking = await paid.family.client.get(`/api/requests/bookings/caretaker/${paid.id}`)
  expect(booking.body.windows).toMatchObject([{ state: 'upcoming' }])
  provider.stripe.endDispute(id, 'won')
  await provider.deliverEvents()
  expect((await openCheckout(paid.family, next.id)).status).toBe(200)
})

it('keeps its payer from paying once it is lost, until finance staff allow it, which is audited', async () => {
  const paid = await makePaid()
  const next = await makeAcceptedRequest(provider.app, { family: paid.family })
  const id = provider.stripe.dispute(paid.chargeId)
  const allow = (by: TestUser) => by.client.post(`/api/admin-panel/people/${paid.family.id}/allow-payments`)
  const getStop = async () =>
    (await finance.client.get(`/api/admin-panel/people/${paid.family.id}`)).body.payments_stopped
  await provider.deliverEvents()
  expect([await getStop(), (await allow(finance)).status]).toEqual(['open', 409])
  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  const { status, body } = await openCheckout(paid.family, next.id)
  expect([status, body.detail]).toEqual([
    409,
    'Your bank took an earlier payment back, so you can’t pay for another booking. Please contact support',
  ])
  const support = await makeUser(provider.app, { role: 'admin', staffRole: 'support' })
  expect([(await allow(support)).status, (await allow(paid.family)).status]).toEqual([403, 403])
  const seenBySupport = await support.client.get(`/api/admin-panel/people/${paid.family.id}`)
  // Support can't allow it, and sees why a family that asks can't pay.
  expect(seenBySupport.body.payments_stopped).toBe('lost')
  expect([await getStop(), (await allow(finance)).status, await getStop()]).toEqual(['lost', 200, null])
  expect((await allow(finance)).status).toBe(409)
  const { rows } = await provider.app.deps.database.execute(
    sql`SELECT actor_id FROM audit_log WHERE action = 'payments.allowed' AND subject = ${`user:${paid.family.id}`}`,
  )
  expect(rows).toEqual([{ actor_id: finance.id }])
  expect((await openCheckout(paid.family, next.id)).status).toBe(200)
})

it('leaves the money of an open dispute on hold, and a dispute leaves that of a chargeback', async () => {
  const paid = await makePaid()
  const dispute = (await openDispute(paid.family, paid.id)).body
  const id = provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  provider.stripe.endDispute(id, 'won')
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })

  const again = provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  expect((await paid.family.client.patch(`/api/disputes/${dispute.id}/close/`)).status).toBe(200)
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 0, held: 50 })
  await provider.app.drain()
  const told = (await listEmailsTo(provider.app, paid.caregiver.email)).at(-1)
  expect(told?.subject).toMatch(/^Dispute .+ is closed$/)
  expect(told?.text).not.toContain('your wallet')
  provider.stripe.endDispute(again, 'won')
  await provider.deliverEvents()
  expect(await getWallet(paid)).toEqual({ balance: 0, pending: 50, held: 0 })
})

it('lets staff remove people while the bank decides, without a refund before it has', async () => {
  const paid = await makePaid()
  provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  const admin = await makeUser(provider.app, { role: 'admin' })
  const status = { is_active: false, reason: 'A stolen card' }
  expect((await admin.client.post(`/api/admin-panel/users/${paid.family.id}/status/`, status)).status).toBe(
    200,
  )
  await provider.app.drain()
  const payment = await findRequestPayment(provider.app.deps.database, paid.id)
  expect(payment).toMatchObject({ refundCents: 0, heldCents: 5_000 })
})

it('lets staff refund nothing while the bank decides, and then no more than it has left', async () => {
  const paid = await makePaid()
  const { deps } = provider.app
  await deps.database.execute(sql`UPDATE request_windows
    SET starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days' WHERE request_id = ${paid.id}`)
  const path = `/api/admin-panel/bookings/${paid.id}/refund`
  const refund = (amount_usd: number, refundable_usd: number) =>
    finance.client.post(path, { amount_usd, borne_by: 'tendwell', reason: 'Came late', refundable_usd })
  const getRefundCents = async () => (await findRequestPayment(deps.database, paid.id))?.refundCents
  const id = provider.stripe.dispute(paid.chargeId, 3_000)
  await provider.deliverEvents()
  const detail = 'The family’s bank takes this payment back, so it can’t be refunded'
  expect((await finance.client.get(path)).body).toMatchObject({ refundable_usd: 0, obstacle: detail })
  expect(await refund(10, 50)).toMatchObject({ status: 409, body: { detail } })
  expect(await getRefundCents()).toBe(0)

  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  expect((await finance.client.get(path)).body).toMatchObject({ refundable_usd: 20, obstacle: null })
  expect(await refund(20.01, 20)).toMatchObject({
    status: 400,
    body: { amount_usd: ['You can refund at most $20.00'] },
  })
  expect((await refund(20, 20)).status).toBe(200)
  await provider.deliverEvents()
  expect(await getRefundCents()).toBe(2_000)
})

it('ends what a card’s name said of its family', async () => {
  const family = await makeFamily(provider.app, { name: 'Vera Holt' })
  const request = await makeAcceptedRequest(provider.app, { family })
  await provider.pay(await checkout(request), undefined, 'VERA HOLT')
  await provider.deliverEvents()
  await confirm(request)
  const isChecked = async () =>
    (await request.caregiver.client.get(`/api/auth/caretakers/${family.id}`)).body.is_card_checked
  expect(await isChecked()).toBe(true)
  const payment = await findRequestPayment(provider.app.deps.database, request.id)
  provider.stripe.dispute(payment?.chargeId ?? '')
  await provider.deliverEvents()
  expect(await isChecked()).toBe(false)
})

it('ends what a card’s name said of its family, also for the next payment after a lost one', async () => {
  const family = await makeFamily(provider.app, { name: 'Vera Holt' })
  const payAs = async (cardName: string, request: TestRequest) => {
    await provider.pay(await checkout(request), undefined, cardName)
    await provider.deliverEvents()
    await confirm(request)
    return (await findRequestPayment(provider.app.deps.database, request.id))?.chargeId ?? ''
  }
  const request = await makeAcceptedRequest(provider.app, { family })
  const isChecked = async () =>
    (await request.caregiver.client.get(`/api/auth/caretakers/${family.id}`)).body.is_card_checked
  const chargeId = await payAs('VERA HOLT', request)
  expect(await isChecked()).toBe(true)
  const next = await makeAcceptedRequest(provider.app, { family })
  const page = await checkout(next)
  const id = provider.stripe.dispute(chargeId)
  // Paid at the moment in which the chargeback is opened.
  await provider.pay(page, undefined, 'VERA HOLT')
  await provider.deliverEvents()
  expect(await isChecked()).toBe(false)
  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  expect(await isChecked()).toBe(false)
  await finance.client.post(`/api/admin-panel/people/${family.id}/allow-payments`)
  await payAs('VERA HOLT', await makeAcceptedRequest(provider.app, { family }))
  expect(await isChecked()).toBe(true)
})

// Last, because Stripe uses the machine's clock: no checkout can be opened after this.
it('learns of the end by itself when its webhook is lost, and holds what would be released meanwhile', async () => {
  const paid = await makePaid()
  const id = provider.stripe.dispute(paid.chargeId)
  await provider.deliverEvents()
  // Moving the clock ends access tokens.
  const returned = async () => {
    const client = await logInAgain(provider.app, paid.caregiver)
    return { ...paid, caregiver: { ...paid.caregiver, client } }
  }
  await provider.app.advance(9 * MINUTES_PER_DAY)
  expect(await getWallet(await returned())).toEqual({ balance: 0, pending: 0, held: 50 })
  provider.stripe.endDispute(id, 'won')
  provider.stripe.takeEvents()
  await provider.app.advance(61)
  expect(await getWallet(await returned())).toEqual({ balance: 50, pending: 0, held: 0 })
})
