/**
 * Caregivers change their hours before a request is paid.
 * @see docs/rules/bookings.md#accepting-and-rejecting
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
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
} from '../../../../test/factories/bookings.ts'

let app: TestApp
let date: string
beforeAll(async () => {
  app = await testApp()
  date = dateIn(app, 8)
})
afterAll(() => app.close())

async function addTimeOff(caregiver: TestUser, start: string, end: string): Promise<number> {
  const span = { start_utc: `${date}T${start}:00Z`, end_utc: `${date}T${end}:00Z` }
  const { status, body } = await caregiver.client.post('/api/availability/timeoff', span)
  expect(status).toBe(201)
  return body.id
}

test('rejects accepting and paying while the hours are closed, and allows both once they are open again', async () => {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '15:00')])
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const accepted = await makeAcceptedRequest(app, { caregiver, windows })
  const submitted = await makeRequest(app, { caregiver, windows })
  const timeOffId = await addTimeOff(caregiver, '10:30', '12:00')

  const rejected = await answerRequest(caregiver, submitted.id, 'accepted')
  expect([rejected.status, rejected.body.detail]).toEqual([
    409,
    'These hours are closed in your calendar. Reopen them to accept, or reject the request',
  ])
  const unpayable = await openCheckout(accepted.family, accepted.id)
  expect([unpayable.status, unpayable.body.detail]).toEqual([
    409,
    'The caregiver is no longer available at these times',
  ])
  expect(unpayable.body.alternatives).toMatchObject([
    { start: '12:00', end: '14:00' },
    { start: '14:00', end: '15:00' },
  ])
  expect(await getRequestState(accepted)).toEqual(['accepted', null, false])
  expect(await getRequestState(submitted)).toEqual(['submitted', null, false])

  expect((await caregiver.client.delete(`/api/availability/timeoff/${timeOffId}`)).status).toBe(204)
  expect((await answerRequest(caregiver, submitted.id, 'accepted')).status).toBe(200)
  expect((await openCheckout(accepted.family, accepted.id)).status).toBe(200)
  await openHours(caregiver, date, [hours('10:00', '15:00')])
  expect((await openCheckout(accepted.family, accepted.id)).body.detail).toBe(
    'The caregiver is no longer available at these times',
  )
  expect((await answerRequest(caregiver, submitted.id, 'rejected')).status).toBe(409)
})

test('refunds a payment for hours that were closed, and tells the family why', async () => {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '12:00')])
  const windows = [{ date, start: '09:00', end: '10:00' }]
  const request = await makeAcceptedRequest(app, { caregiver, windows })
  const page = await checkout(request)
  await addTimeOff(caregiver, '09:00', '10:00')
  expect(await payCard(page)).toBe(303)
  const answer = await confirm(request)
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'The caregiver is no longer available at these times. Your payment is being refunded in full',
  ])
  await app.drain()
  expect(await getRequestState(request)).toEqual(['rejected', 'unavailable', false])
  expect(await getPaymentStatus(request)).toBe('refunded')
  const [notification] = (await request.family.client.get('/api/notifications')).body.results
  expect(notification.payload.message).toMatch(
    /is no longer available at these times, so we closed your request\. .* refunding/,
  )
})

test('keeps a request payable when only the length of slots changes', async () => {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, [hours('09:00', '15:00')])
  const windows = [{ date, start: '10:00', end: '11:00' }]
  const request = await makeRequest(app, { caregiver, windows })
  await openHours(caregiver, date, [hours('08:30', '15:00', 90, 15)])
  expect((await answerRequest(caregiver, request.id, 'accepted')).status).toBe(200)
  expect(await payCard(await checkout(request))).toBe(303)
  expect((await confirm(request)).status).toBe(200)
})

test('rejects requests inside the buffer of a new booking, whichever was sent first', async () => {
  const caregiver = await makeListedCaregiver(app)
  // The buffer of the hour before noon overlaps the first hour after noon.
  await openHours(caregiver, date, [hours('11:00', '12:00', 60, 30), hours('12:00', '15:00')])
  const afternoon = { caregiver, windows: [{ date, start: '12:00', end: '13:00' }] }
  const early = await makeAcceptedRequest(app, afternoon)
  const paying = await makeAcceptedRequest(app, afternoon)
  const page = await checkout(paying)
  await makePaidRequest(app, { caregiver, windows: [{ date, start: '11:00', end: '12:00' }] })

  const rejected = await openCheckout(early.family, early.id)
  expect([rejected.status, rejected.body.detail]).toEqual([
    409,
    'Another family has booked these times, so this request was closed',
  ])
  expect(await getRequestState(early)).toEqual(['rejected', 'conflict', false])
  await payCard(page)
  expect((await confirm(paying)).status).toBe(409)
  await app.drain()
  expect(await getRequestState(paying)).toEqual(['rejected', 'conflict', false])
  expect((await caregiver.client.get('/api/requests/bookings/caregiver')).body.count).toBe(1)
})
