/**
 * Refunds that the card refused and staff paid another way, once.
 * @see docs/rules/money.md#refunds-by-staff
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { ProviderRefusal, type RefundState } from '../../../ports/payments/port.ts'
import { processRefund } from '../../payments/refunds/process.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

const UNKNOWN =
  'We don’t know yet whether the card takes this refund, so the family could be paid twice. Press Retry to ask the provider again, and record it once the card has refused it'

let app: TestApp
let finance: TestUser
beforeAll(async () => {
  app = await testApp()
})
const logInFinance = async () => {
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
}
beforeEach(logInFinance)
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  expect(await verifyLedger(app.deps.database)).toEqual([])
  await app.close()
})

/** A refund of $50.00 that nobody has asked the provider for. @returns its id */
async function makeRefund(): Promise<number> {
  const windows = [{ date: dateIn(app, -3), start: '09:00', end: '11:00' }]
  const { id } = await insertPaidRequest(app, { rateCents: 2_500, windows })
  const body = { amount_usd: 50, borne_by: 'caregiver', reason: 'They came late', refundable_usd: 50 }
  expect((await finance.client.post(`/api/admin-panel/bookings/${id}/refund`, body)).status).toBe(200)
  const { rows } = await app.deps.database.execute<{ id: number }>(
    sql`SELECT max(refunds.id) AS id FROM refunds JOIN payments ON payments.id = payment_id WHERE request_id = ${id}`,
  )
  return rows[0]?.id as number
}

const makeRefusal = () => new ProviderRefusal('The card is closed', 'expired_or_canceled_card')

/** A refund of which the provider has refused the first attempt. */
async function makeRefused(): Promise<number> {
  const id = await makeRefund()
  vi.spyOn(app.deps.payments, 'refund').mockRejectedValueOnce(makeRefusal())
  await app.drain()
  expect(await findRefund(id)).toMatchObject({
    step: 'pending',
    refusals: 1,
    failure_reason: 'The card is closed',
  })
  return id
}

async function findRefund(id: number) {
  const { body } = await finance.client.get(`/api/admin-panel/refunds?q=${id}`)
  return body.results.find((refund: { id: number }) => refund.id === id)
}

const recordPaidAnotherWay = (id: number) =>
  finance.client.post(`/api/admin-panel/refunds/${id}/paid-another-way`, { reference: 'SEPA 4712' })

/** What the provider has sent or is sending, in all. */
const countSent = async () =>
  (await app.deps.database.execute(sql`SELECT FROM sandbox.refunds`)).rowCount ?? 0

it('records it after the first refusal, and no try follows', async () => {
  const id = await makeRefused()
  const [sent, ask] = [await countSent(), vi.spyOn(app.deps.payments, 'refund')]
  ask.mockClear()
  expect((await recordPaidAnotherWay(id)).body).toEqual({ message: 'The refund is recorded' })
  expect(await findRefund(id)).toMatchObject({
    step: 'succeeded',
    reference: 'SEPA 4712',
    failure_reason: null,
  })
  await app.advance(2 * 24 * 60)
  await app.drain()
  await logInFinance()
  expect((await finance.client.post(`/api/admin-panel/refunds/${id}/retry`)).status).toBe(409)
  expect((await recordPaidAnotherWay(id)).body.detail).toBe('This refund was sent already')
  expect(ask).not.toHaveBeenCalled()
  expect(await countSent()).toBe(sent)
})

it('records nothing before the provider was asked, and while its answer is not known', async () => {
  const id = await makeRefund()
  expect(await recordPaidAnotherWay(id)).toMatchObject({ status: 409, body: { detail: UNKNOWN } })
  const ask = vi.spyOn(app.deps.payments, 'refund')
  ask.mockRejectedValueOnce(makeRefusal())
  await app.drain()

  // The second attempt's answer is lost.
  ask.mockRejectedValueOnce(new Error('The connection was reset'))
  await expect(processRefund(app.deps, id)).rejects.toThrow('reset')
  expect(await recordPaidAnotherWay(id)).toMatchObject({ status: 409, body: { detail: UNKNOWN } })
  expect(await findRefund(id)).toMatchObject({ step: 'pending', reference: null })

  // Asked again, the provider has it and hasn't finished.
  const state: RefundState = { id: `re_pending_${id}`, status: 'pending', failureReason: null }
  ask.mockResolvedValueOnce(state)
  await processRefund(app.deps, id)
  expect(await recordPaidAnotherWay(id)).toMatchObject({ status: 409, body: { detail: UNKNOWN } })

  const look = vi.spyOn(app.deps.payments, 'refundState')
  look.mockResolvedValueOnce({ ...state, status: 'failed', failureReason: 'The card is closed' })
  await processRefund(app.deps, id)
  expect((await recordPaidAnotherWay(id)).status).toBe(200)
})

it('refuses to record it while a try is at the provider', async () => {
  const id = await makeRefused()
  let answer = (_state: RefundState) => {}
  const called = new Promise<void>((resolve) => {
    vi.spyOn(app.deps.payments, 'refund').mockImplementationOnce(() => {
      resolve()
      return new Promise((settle) => {
        answer = settle
      })
    })
  })
  const trying = processRefund(app.deps, id)
  await called
  expect(await recordPaidAnotherWay(id)).toMatchObject({ status: 409, body: { detail: UNKNOWN } })
  answer({ id: `re_late_${id}`, status: 'succeeded', failureReason: null })
  await trying
  expect(await findRefund(id)).toMatchObject({ step: 'succeeded', reference: null })
  expect((await recordPaidAnotherWay(id)).body.detail).toBe('This refund was sent already')
})

it.each([
  ['a try', 0, { status: 409, body: { detail: UNKNOWN } }, { step: 'succeeded', reference: null }],
  ['the record', 1, { status: 200 }, { step: 'succeeded', reference: 'SEPA 4712' }],
] as const)('pays once where %s gets the lock first', async (_first, position, answer, refund) => {
  const { payments } = app.deps
  const refundByCard = payments.refund.bind(payments)
  const id = await makeRefused()
  let recorded = () => {}
  const isRecorded = new Promise<void>((resolve) => {
    recorded = resolve
  })
  // The try is at the provider until the record has its answer.
  const ask = vi.spyOn(payments, 'refund').mockImplementation(async (...order) => {
    await isRecorded
    return refundByCard(...order)
  })
  ask.mockClear()
  const sent = await countSent()
  const { recording, trying } = await withTransaction(app.deps.database, async (transaction) => {
    await transaction.execute(
      sql`SELECT FROM payments JOIN refunds ON payment_id = payments.id WHERE refunds.id = ${id} FOR UPDATE OF payments`,
    )
    const startTry = () => [processRefund(app.deps, id), processRefund(app.deps, id)]
    const early = position === 0 ? startTry() : []
    if (position === 0) await waitForLocks(app, 2)
    const recording = recordPaidAnotherWay(id)
    await waitForLocks(app, early.length + 1)
    const late = position === 1 ? startTry() : []
    await waitForLocks(app, 3)
    return { recording, trying: [...early, ...late] }
  })
  expect(await recording).toMatchObject(answer)
  recorded()
  await Promise.all(trying)
  expect(await findRefund(id)).toMatchObject(refund)
  expect((await countSent()) - sent).toBe(position === 0 ? 1 : 0)
  if (position === 1) expect(ask).not.toHaveBeenCalled()
})
