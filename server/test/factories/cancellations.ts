/** Paid bookings and their cancellation. */
import { expect } from 'vitest'
import type { Answer, TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { dateIn, hours, openHours } from './availability.ts'
import { insertPaidRequest } from './booked.ts'
import type { TestRequest } from './bookings.ts'
import { makeCaregiver, makeFamily } from './profiles.ts'

type Person = Pick<TestUser, 'client'>

/** A paid booking of an hour and a half on each of these days ahead. */
export async function makeBooked(app: TestApp, ...days: number[]) {
  const caregiver = await makeCaregiver(app, { rateCents: 3_333 })
  const family = await makeFamily(app)
  const dates = days.map((day) => dateIn(app, day))
  for (const date of dates) await openHours(caregiver, date, [hours('09:00', '12:00', 30)])
  const windows = dates.map((date) => ({ date, start: '09:00', end: '10:30' }))
  const request = await insertPaidRequest(app, { caregiver, family, windows })
  return { caregiver, family, request, dates, ids: request.bookingIds }
}

/** @param query such as `?booking_ids=1,2`; by default all that is ahead */
export function previewCancellation({ client }: Person, { id }: TestRequest, query = ''): Promise<Answer> {
  return client.get(`/api/requests/${id}/cancellation${query}`)
}

export function cancel({ client }: Person, { id }: TestRequest, body: object, headers = {}): Promise<Answer> {
  return client.post(`/api/requests/${id}/cancel`, { reason: 'illness', ...body }, headers)
}

/** Cancels as the preview says, all that is ahead or these bookings. @returns the preview */
export async function cancelAsPreviewed(person: Person, request: TestRequest, ids?: number[]) {
  const { body } = await previewCancellation(person, request, ids ? `?booking_ids=${ids}` : '')
  const { refund_usd } = body
  const answer = await cancel(person, request, { refund_usd, ...(ids && { booking_ids: ids }) })
  expect(detailOf(answer)).toEqual([200, undefined])
  return body
}

export const detailOf = ({ status, body }: Answer): [number, string | undefined] => [status, body.detail]
