/**
 * Visits that are canceled while the family's bank decides, or after it has.
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { getBooking } from '../../../../test/factories/bookings.ts'
import { type ChargedBooking, makeChargedBooking } from '../../../../test/factories/charged-back.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { proposeMove } from '../../../../test/factories/moves.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'
import { verifyLedger } from '../../reconciliation/index.ts'
import { findRequestPayment } from '../index.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
let admin: TestUser
beforeAll(async () => {
  provider = await openStripe({}, { isAlone: false })
  admin = await makeUser(provider.app, { role: 'admin' })
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
async function endChargeback(chargebackId: string, status: 'won' | 'lost'): Promise<void> {
  provider.stripe.endDispute(chargebackId, status)
  await provider.deliverEvents()
}
/** Deactivates one side; its visits ahead are canceled. */
async function remove(who: TestUser): Promise<void> {
  const { body } = await admin.client.get(`/api/admin-panel/people/${who.id}/deactivation`)
  const { status } = await admin.client.post(`/api/admin-panel/users/${who.id}/status`, {
    is_active: false,
    reason: 'A stolen card',
    refund: 'full',
    refund_usd: body.full_refund_usd,
  })
  expect([body.full_refund_usd, status]).toEqual([100, 200])
  await provider.app.drain()
}
const getMoney = async ({ id }: ChargedBooking) => {
  const payment = await findRequestPayment(provider.app.deps.database, id)
  const { refundCents, heldCents, escrowCents, lostCents } = payment ?? {}
  return { refundCents, heldCents, escrowCents, lostCents }
}
const countRefunds = ({ paymentId }: ChargedBooking) =>
  provider.app.deps.database.$count(sql`refunds`, sql`payment_id = ${paymentId}`)
const readMails = async ({ email }: TestUser) =>
  (await listEmailsTo(provider.app, email)).map(({ text }) => text).join('\n')
const listVisitStates = async (paid: ChargedBooking) =>
  (await admin.client.get(`/api/admin-panel/bookings/${paid.id}`)).body.windows.map(
    ({ state }: { state: string }) => state,
  )

it.each(['caregiver', 'family'] as const)(
  'gives a family its money back once the bank leaves it here, when its %s was removed meanwhile',
  async (who) => {
    const paid = await makePaidBooking()
    const chargeback = await openChargeback(paid)
    await remove(paid[who])
    expect(await getMoney(paid)).toMatchObject({ refundCents: 0, heldCents: 10_000 })
    const mails = await readMails(paid.family)
    expect(mails).not.toContain('The cancellation policy gives no refund')
    expect(mails).toContain('$100.00')
    expect(mails).not.toContain('We’re refunding')
    if (who === 'caregiver') {
      expect(mails).toContain('you get $100.00 back, from it or from us')
      const { windows } = await getBooking(paid)
      expect(windows).toMatchObject([
        { owed_usd: 50, refund_usd: 0 },
        { owed_usd: 50, refund_usd: 0 },
      ])
    }
    await endChargeback(chargeback, 'won')
    expect(await getMoney(paid)).toEqual({ refundCents: 10_000, heldCents: 0, escrowCents: 0, lostCents: 0 })
    expect(await countRefunds(paid)).toBe(1)
    // Once: the event again, and whatever else runs.
    await provider.app.deps.database.transaction((transaction) =>
      provider.app.deps.jobs.publish(transaction, 'chargeback.closed', {
        chargebackId: 0,
        paymentId: paid.paymentId,
        requestId: paid.id,
        payeeId: paid.caregiver.id,
        status: 'won',
      }),
    )
    await provider.app.drain()
    expect(await countRefunds(paid)).toBe(1)
    if (who === 'caregiver') {
      expect(await readMails(paid.family)).toContain('we’re refunding $100.00 to your card')
      expect((await getBooking(paid)).windows).toMatchObject([{ refund_usd: 50 }, { refund_usd: 50 }])
    }
  },
)

it('refunds only what the bank did not give back', async () => {
  const paid = await makePaidBooking()
  const chargeback = await openChargeback(paid, 3_000)
  await remove(paid.caregiver)
  await endChargeback(chargeback, 'lost')
  expect(await getMoney(paid)).toEqual({ refundCents: 7_000, heldCents: 0, escrowCents: 0, lostCents: 3_000 })
  const whole = await makePaidBooking()
  const other = await openChargeback(whole)
  await remove(whole.caregiver)
  await endChargeback(other, 'lost')
  expect(await getMoney(whole)).toEqual({ refundCents: 0, heldCents: 0, escrowCents: 0, lostCents: 10_000 })
})

it('keeps the money of visits that are still on for the caregiver', async () => {
  const paid = await makePaidBooking()
  const chargeback = await openChargeback(paid)
  const report = await makeReport(paid.family, 'profile', paid.caregiver.id)
  const suspension = { measures: ['suspend'], message: 'Harm', suspended_until: dateIn(provider.app, 8) }
  expect((await decide(admin, report, suspension)).status).toBe(200)
  await provider.app.drain()
  expect(await listVisitStates(paid)).toEqual(['canceled', 'upcoming'])
  await endChargeback(chargeback, 'won')
  expect(await getMoney(paid)).toEqual({ refundCents: 5_000, heldCents: 0, escrowCents: 5_000, lostCents: 0 })
})

it('pays nobody twice when a chargeback is recorded while a visit is being canceled', async () => {
  const { app } = provider
  const paid = await makePaidBooking()
  const { body: preview } = await paid.family.client.get(`/api/requests/${paid.id}/cancellation`)
  expect(preview.refund_usd).toBe(100)
  const chargeback = provider.stripe.dispute(paid.chargeId)
  const blocker = await app.deps.database.$client.connect()
  await blocker.query('BEGIN')
  await blocker.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [paid.paymentId])
  const delivered = provider.deliverEvents()
  await waitForLocks(app, 1)
  const canceled = createClient(app.url, paid.family.token, { repeats: false }).post(
    `/api/requests/${paid.id}/cancel`,
    { reason: 'illness', refund_usd: preview.refund_usd },
  )
  await waitForLocks(app, 2)
  await blocker.query('COMMIT')
  blocker.release()
  const [{ status }] = await Promise.all([canceled, delivered])
  await provider.deliverEvents()
  expect(status).toBe(200)
  expect(await getMoney(paid)).toMatchObject({ refundCents: 0, heldCents: 10_000 })
  expect(await countRefunds(paid)).toBe(0)
  await endChargeback(chargeback, 'lost')
  expect(await getMoney(paid)).toMatchObject({ refundCents: 0, lostCents: 10_000 })
})

it('refunds what a partly lost chargeback has left when a visit is canceled later', async () => {
  const paid = await makePaidBooking()
  await endChargeback(await openChargeback(paid, 1_000), 'lost')
  expect(await listVisitStates(paid)).toEqual(['upcoming', 'upcoming'])
  const path = `/api/requests/${paid.id}`
  const { body: preview } = await paid.caregiver.client.get(`${path}/cancellation`)
  expect(preview).toMatchObject({ refund_usd: 90, kept_usd: 0 })
  const order = { reason: 'illness', refund_usd: 90 }
  expect((await paid.caregiver.client.post(`${path}/cancel`, order)).status).toBe(200)
  await provider.deliverEvents()
  expect(await getMoney(paid)).toEqual({ refundCents: 9_000, heldCents: 0, escrowCents: 0, lostCents: 1_000 })
  expect(await readMails(paid.family)).toContain('Your bank has given you the other $10.00')
})

it('cancels the visits ahead of a payment that the bank took back, which counts against nobody', async () => {
  const paid = await makePaidBooking()
  const getRate = async () => (await paid.caregiver.client.get('/api/requests/completion-rate')).body
  const before = await getRate()
  const chargeback = await openChargeback(paid)
  expect(await listVisitStates(paid)).toEqual(['upcoming', 'upcoming'])
  await endChargeback(chargeback, 'lost')
  expect((await getBooking(paid)).windows).toMatchObject([
    { state: 'canceled', canceled_by: 'admin', canceled_for: 'caretaker', refund_usd: 0, owed_usd: 50 },
    { state: 'canceled', canceled_by: 'admin', canceled_for: 'caretaker', refund_usd: 0, owed_usd: 50 },
  ])
  expect(await countRefunds(paid)).toBe(0)
  expect(await getRate()).toEqual(before)
  const days = await paid.caregiver.client.get(
    `/api/availability/day?user_id=${paid.caregiver.id}&date=${dateIn(provider.app, 7)}&timezone=UTC`,
  )
  expect(days.body.slots.length).toBeGreaterThan(0)
  expect(await readMails(paid.family)).toContain('Your bank took the payment back, so we canceled')
  const toCaregiver = await readMails(paid.caregiver)
  expect(toCaregiver).toContain('took the payment back, so we canceled')
  expect(toCaregiver).not.toContain('You still receive')
})

it('says to both sides why nothing can be canceled or moved while the bank decides, and by a dispute after that', async () => {
  const paid = await makePaidBooking()
  const chargeback = await openChargeback(paid)
  const order = { reason: 'illness', refund_usd: 100 }
  const wanted = [{ date: dateIn(provider.app, 8), start: '11:00', end: '12:00' }]
  const tryAll = async () => {
    const answers = []
    for (const person of [paid.family, paid.caregiver]) {
      answers.push(
        await person.client.get(`/api/requests/${paid.id}/cancellation`),
        await person.client.post(`/api/requests/${paid.id}/cancel`, order),
        await proposeMove(person, paid, wanted, { bookingIds: [bookingId] }),
      )
    }
    return answers.map(({ status, body }) => [status, body.detail])
  }
  const bookingId = (await getBooking(paid)).windows[1]?.booking_id as number
  const byBank = (what: string) => [
    409,
    `The family's bank is looking into this payment, so this booking can't be ${what} until the bank has decided`,
  ]
  const refused = [byBank('canceled'), byBank('canceled'), byBank('moved')]
  expect(await tryAll()).toEqual([...refused, ...refused])
  expect(await listVisitStates(paid)).toEqual(['upcoming', 'upcoming'])

  expect((await openDispute(paid.family, paid.id)).status).toBe(201)
  await endChargeback(chargeback, 'won')
  const byDispute = (what: string) => [409, `This booking has an open dispute, so it can't be ${what}`]
  const disputed = [byDispute('canceled'), byDispute('canceled'), byDispute('moved')]
  expect(await tryAll()).toEqual([...disputed, ...disputed])
})
