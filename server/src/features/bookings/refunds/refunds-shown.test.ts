/** What both sides read of a booking's refunds. @see docs/rules/money.md#what-both-sides-read-of-refunds */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import {
  checkout,
  confirm,
  makeAcceptedRequest,
  payCard,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { cancelAsPreviewed } from '../../../../test/factories/cancellations.ts'
import { disputeRequest } from '../../../../test/factories/disputes.ts'

const REFUSING_CARD = '4000000000005126'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** Two hours a day ago, paid with $50.00. */
const makePast = () =>
  insertPaidRequest(app, { windows: [{ date: dateIn(app, -1), start: '09:00', end: '11:00' }] })

/** What one side reads in the request, its list, the booking and its list. */
async function readRefunds({ id, family, caregiver }: TestRequest, side: 'caretaker' | 'caregiver') {
  const { client } = side === 'caretaker' ? family : caregiver
  const booking = (await client.get(`/api/requests/bookings/${side}/${id}`)).body
  const [listed] = (await client.get(`/api/requests/bookings/${side}`)).body.results
  const request = (await client.get(`/api/requests/${id}`)).body
  const requests = `/api/requests/${side === 'caretaker' ? 'mine' : 'incoming'}`
  const [listedRequest] = (await client.get(requests)).body.results
  const { refunded_usd, refunding_usd, refunds } = booking
  for (const one of [listed, request, listedRequest]) {
    expect(one).toMatchObject({ refunded_usd, refunding_usd })
  }
  expect(listed.refunds).toEqual(refunds)
  return {
    refunded_usd,
    refunding_usd,
    refunds: refunds.map(({ amount_usd, reason, status }: Record<string, unknown>) => [
      amount_usd,
      reason,
      status,
    ]),
  }
}

it('says of a visit that took place what a dispute refunded, and whether it was sent', async () => {
  const request = await makePast()
  expect(await readRefunds(request, 'caretaker')).toEqual({ refunded_usd: 0, refunding_usd: 0, refunds: [] })
  const { id } = await disputeRequest(app, request)
  const decide = (step: string, body: object) =>
    admin.client.post(`/api/admin-panel/disputes/${id}/${step}`, body)
  await decide('escalate', {})
  const { status } = await decide('close', { refund_usd: 12.5, resolution: 'They left early' })
  expect(status).toBe(200)

  const reason = `Refund after dispute DPT-${id}`
  const onItsWay = { refunded_usd: 0, refunding_usd: 12.5, refunds: [[12.5, reason, 'pending']] }
  expect(await readRefunds(request, 'caretaker')).toEqual(onItsWay)
  expect(await readRefunds(request, 'caregiver')).toEqual(onItsWay)
  await app.drain()
  const sent = { refunded_usd: 12.5, refunding_usd: 0, refunds: [[12.5, reason, 'succeeded']] }
  expect(await readRefunds(request, 'caretaker')).toEqual(sent)
  expect(await readRefunds(request, 'caregiver')).toEqual(sent)
})

it('gives the reason of a cancellation in the words of its reader', async () => {
  const request = await insertPaidRequest(app)
  await cancelAsPreviewed(request.family, request)
  expect((await readRefunds(request, 'caretaker')).refunds).toEqual([[50, 'You canceled', 'pending']])
  expect((await readRefunds(request, 'caregiver')).refunds).toEqual([[50, 'The family canceled', 'pending']])
})

it('keeps from the caregiver why the family’s account was closed', async () => {
  const request = await insertPaidRequest(app)
  const body = { is_active: false, reason: 'Fraud', refund: 'full' }
  const { status } = await admin.client.post(`/api/admin-panel/users/${request.family.id}/status`, body)
  expect(status).toBe(200)
  const booking = await request.caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)
  expect(booking.body.refunds[0].reason).toBe('Tendwell canceled')
})

it('calls a payment paid while its refund waits, which the card refuses', async () => {
  const request = await makeAcceptedRequest(app)
  await payCard(await checkout(request), REFUSING_CARD)
  await confirm(request)
  await cancelAsPreviewed(request.family, request)
  await app.drain()
  // It was sent, and the bank gives it back.
  await app.advance(2)

  const { client } = request.family
  const [payment] = (await client.get('/api/payments/mine')).body.results
  expect(payment).toMatchObject({
    status: 'succeeded',
    is_refunding: true,
    refunded_usd: 0,
    refunding_usd: 50,
  })
  const receipt = (await client.get(`/api/payments/${payment.id}`)).body
  expect(receipt).toMatchObject({
    status: 'succeeded',
    is_refunding: true,
    refunded_usd: 0,
    refunding_usd: 50,
  })
  expect(receipt.refunds).toMatchObject([{ amount: 50, status: 'pending' }])
  expect(await readRefunds(request, 'caretaker')).toMatchObject({ refunded_usd: 0, refunding_usd: 50 })
  const record = (await admin.client.get(`/api/admin-panel/bookings/${request.id}`)).body
  expect(record).toMatchObject({ refunded_usd: 0, refunding_usd: 50 })
  expect(record.payments).toMatchObject([{ status: 'succeeded', refund_pending_usd: 50 }])
})
