import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  payCard,
  type TestRequest,
} from '../../../test/factories/bookings.ts'
import { signAccessToken } from '../accounts/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The user with a new access token, because the old one has expired. */
async function withNewToken(user: TestUser): Promise<TestUser> {
  const token = await signAccessToken(app.deps, {
    userId: user.id,
    role: user.role,
    sessionId: user.sessionId,
  })
  return { ...user, token, client: app.withToken(token) }
}

test('expires requests whose hours have begun and refunds a late payment', async () => {
  const windows = [{ date: dateIn(app, 1), start: '09:00', end: '10:00' }]
  const submitted = await makeRequest(app, { windows })
  const accepted = await makeAcceptedRequest(app, { windows })
  const paid = await makeAcceptedRequest(app, { windows })
  await payCard(await checkout(paid))
  // The provider's webhooks are lost until the hours are over.
  await app.deps.database.$client.query('DELETE FROM graphile_worker._private_jobs')
  await app.advance(2 * 24 * 60)

  const late = await answerRequest(await withNewToken(submitted.caregiver), submitted.id, 'accepted')
  expect(late.status).toBe(409)
  expect(late.body.detail).toBe('These hours have already started')
  for (const { id, family } of [submitted, accepted]) {
    const { client } = await withNewToken(family)
    expect((await client.get(`/api/requests/${id}`)).body).toMatchObject({
      status: 'rejected',
      rejection_cause: 'expired',
      is_paid: false,
    })
    const [notification, ...others] = (await client.get('/api/notifications')).body.results
    expect(notification).toMatchObject({ type: 'booking_auto_rejected', payload: { request_id: id } })
    expect(notification.payload.message).toContain(
      "expired because its start time has passed. You weren't charged.",
    )
    expect(others.map(({ type }: { type: string }) => type)).not.toContain('booking_auto_rejected')
  }
  const family = await withNewToken(accepted.family)
  const unpaid = await family.client.post(`/api/payments/bookings/${accepted.id}/confirm`)
  expect(unpaid.status).toBe(409)
  expect(unpaid.body.detail).toBe('These hours have already started')

  const payer = await withNewToken(paid.family)
  expect((await confirm({ ...paid, family: payer })).status).toBe(409)
  await app.drain()
  expect((await payer.client.get(`/api/payments/bookings/${paid.id}`)).body.status).toBe('refunded')
  expect((await payer.client.get('/api/requests/bookings/caretaker')).body.count).toBe(0)
  expect((await payer.client.get(`/api/requests/${paid.id}`)).body).toMatchObject({
    status: 'rejected',
    rejection_cause: 'expired',
  })
})

test('expires a request when its first window begins, and leaves booked and rejected requests unchanged', async () => {
  const windows = [{ date: dateIn(app, 1), start: '00:00', end: '01:00' }]
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, windows[0]?.date as string, [hours('00:00', '06:00')])
  const booked = await makePaidRequest(app, { caregiver, windows })
  const rejected = await makeRequest(app, {
    caregiver,
    windows: [{ date: dateIn(app, 1), start: '01:00', end: '02:00' }],
  })
  await answerRequest(caregiver, rejected.id, 'rejected')
  const waiting = await makeAcceptedRequest(app, {
    caregiver,
    windows: [
      { date: dateIn(app, 1), start: '05:00', end: '06:00' },
      { date: dateIn(app, 1), start: '03:00', end: '04:00' },
    ],
  })
  const page = await checkout(waiting)
  const minutesTo = (time: string) =>
    Math.ceil((Date.parse(`${windows[0]?.date}T${time}:00Z`) - app.deps.clock.now().getTime()) / 60_000)
  const getState = async ({ family, id }: TestRequest) => {
    const { body } = await (await withNewToken(family)).client.get(`/api/requests/${id}`)
    return [body.status, body.rejection_cause, body.is_paid]
  }
  await app.advance(minutesTo('02:58'))
  expect(await getState(waiting)).toEqual(['accepted', null, false])
  await app.advance(minutesTo('03:00') + 1)
  expect(await getState(waiting)).toEqual(['rejected', 'expired', false])
  // The card page is closed too.
  expect(await payCard(page)).toBe(410)
  expect(await getState(booked)).toEqual(['accepted', null, true])
  expect(await getState(rejected)).toEqual(['rejected', 'caregiver', false])
})
