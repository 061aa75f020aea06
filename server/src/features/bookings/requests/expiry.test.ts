import { MINUTE_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  getPaymentStatus,
  getRequestState,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  openCheckout,
  payCard,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Logs both sides in again, because moving the clock ends their access tokens. */
async function renew(request: TestRequest): Promise<TestRequest> {
  const { caregiver, family } = request
  return {
    ...request,
    caregiver: { ...caregiver, client: await logInAgain(app, caregiver) },
    family: { ...family, client: await logInAgain(app, family) },
  }
}

test('expires requests whose hours have begun and refunds a late payment', async () => {
  const windows = [{ date: dateIn(app, 1), start: '09:00', end: '10:00' }]
  const submitted = await makeRequest(app, { windows })
  const accepted = await makeAcceptedRequest(app, { windows })
  const paid = await makeAcceptedRequest(app, { windows })
  await payCard(await checkout(paid))
  // The provider's webhooks are lost until the hours are over.
  await app.deps.database.$client.query('DELETE FROM graphile_worker._private_jobs')
  await app.advance(2 * MINUTES_PER_DAY)

  const [expired, unpaid, late] = [await renew(submitted), await renew(accepted), await renew(paid)]
  const answer = await answerRequest(expired.caregiver, expired.id, 'accepted')
  expect(answer.status).toBe(409)
  expect(answer.body.detail).toBe('These times have already started')
  for (const request of [expired, unpaid]) {
    expect(await getRequestState(request)).toEqual(['rejected', 'expired', false])
    const [notification, ...others] = (await request.family.client.get('/api/notifications')).body.results
    expect(notification).toMatchObject({ type: 'booking_auto_rejected', payload: { request_id: request.id } })
    expect(notification.payload.message).toMatch(
      request === expired
        ? / didn’t answer in time, so we closed your request\. You weren’t charged\./
        : / expired because it wasn’t paid before its start\. You weren’t charged\./,
    )
    expect(notification.payload.message, 'hours that have begun are offered by no one').not.toContain('free')
    expect(others.map(({ type }: { type: string }) => type)).not.toContain('booking_auto_rejected')
  }
  const refused = await openCheckout(unpaid.family, unpaid.id)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toBe('These times have already started')

  expect((await confirm(late)).status).toBe(409)
  await app.drain()
  expect(await getPaymentStatus(late)).toBe('refunded')
  expect((await late.family.client.get('/api/requests/bookings/caretaker')).body.count).toBe(0)
  expect(await getRequestState(late)).toEqual(['rejected', 'expired', false])
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
    Math.ceil((Date.parse(`${windows[0]?.date}T${time}:00Z`) - app.deps.clock.now().getTime()) / MINUTE_MS)
  const getState = async (request: TestRequest) => getRequestState(await renew(request))
  await app.advance(minutesTo('02:58'))
  expect(await getState(waiting)).toEqual(['accepted', null, false])
  await app.advance(minutesTo('03:00') + 1)
  expect(await getState(waiting)).toEqual(['rejected', 'expired', false])
  // The card page is closed too.
  expect(await payCard(page)).toBe(410)
  expect(await getState(booked)).toEqual(['accepted', null, true])
  expect(await getState(rejected)).toEqual(['rejected', 'caregiver', false])
})
