/** Requests in each state, made through the API. */
import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { LocalDate } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { bookings } from '../../src/features/bookings/tables.ts'
import { type Answer, type Client, repeatUnavailable, type TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './availability.ts'

export type TestWindow = { date: LocalDate; start: string; end: string }

export type TestRequest = {
  id: number
  caregiver: TestUser
  family: TestUser
  windows: TestWindow[]
}

type Parents = {
  caregiver?: TestUser
  family?: TestUser
  windows?: TestWindow[]
  /** The zone of the windows. */
  timezone?: string
  visit?: VisitDetailsBody
}

export function makeFamily(app: TestApp): Promise<TestUser> {
  return makeUser(app, { role: 'caretaker' })
}

/** Sends a request for hours that the caregiver already offers. */
export function sendRequest(
  family: TestUser,
  caregiverId: number,
  windows: TestWindow[],
  timezone = 'UTC',
  visit: VisitDetailsBody = {},
): Promise<Answer> {
  return family.client.post('/api/requests', { caregiver_id: caregiverId, timezone, windows, ...visit })
}

/** A submitted request, by default for two hours a week ahead. */
export async function makeRequest(app: TestApp, parents: Parents = {}): Promise<TestRequest> {
  const windows = parents.windows ?? [{ date: dateIn(app, 7), start: '09:00', end: '11:00' }]
  const family = parents.family ?? (await makeFamily(app))
  let { caregiver } = parents
  if (!caregiver) {
    caregiver = await makeListedCaregiver(app)
    for (const { date } of windows) await openHours(caregiver, date)
  }
  const answer = await sendRequest(family, caregiver.id, windows, parents.timezone, parents.visit)
  if (answer.status !== 201) throw new Error(`The request was refused: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, caregiver, family, windows }
}

export async function makeAcceptedRequest(app: TestApp, parents: Parents = {}): Promise<TestRequest> {
  const request = await makeRequest(app, parents)
  const { status } = await answerRequest(request.caregiver, request.id, 'accepted')
  if (status !== 200) throw new Error(`Accepting answered ${status}`)
  return request
}

export function answerRequest(caregiver: TestUser, requestId: number, status: string): Promise<Answer> {
  return caregiver.client.patch(`/api/requests/${requestId}/status`, { status })
}

/** The call of the Pay button. */
export function openCheckout(
  { client }: { client: Client },
  requestId: number,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.post(`/api/payments/bookings/${requestId}/confirm`, undefined, headers)
}

/** Opens a checkout. @returns the address of its card page */
export async function checkout({ family, id }: TestRequest): Promise<string> {
  const answer = await openCheckout(family, id)
  if (answer.status !== 200) throw new Error(`The checkout was refused: ${JSON.stringify(answer.body)}`)
  return answer.body.checkout_url
}

/** Submits the card page, by default with a card that pays. @returns the HTTP status */
export async function payCard(checkoutUrl: string, card = '4242424242424242'): Promise<number> {
  const body = new URLSearchParams({ card_number: card, expiry: '12/40', cvc: '123', name: 'A Family' })
  const { status } = await repeatUnavailable(() =>
    fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' }),
  )
  return status
}

/** The call of the success screen. */
export function confirm({ family, id }: TestRequest): Promise<Answer> {
  return family.client.post('/api/requests/confirm', { request_id: id })
}

/** A request that is paid and booked. */
export async function makePaidRequest(app: TestApp, parents: Parents = {}): Promise<TestRequest> {
  const request = await makeAcceptedRequest(app, parents)
  const status = await payCard(await checkout(request))
  if (status !== 303) throw new Error(`The card page answered ${status}`)
  await confirm(request)
  return request
}

/** A request as its family sees it. */
export async function getRequest({ family, id }: TestRequest) {
  return (await family.client.get(`/api/requests/${id}`)).body
}

/** A paid request as its family sees it. */
export async function getBooking({ family, id }: TestRequest): Promise<Booking> {
  return (await family.client.get(`/api/requests/bookings/caretaker/${id}`)).body
}

/** The bookings of a paid request, in order of time. */
export async function listWindows(request: TestRequest): Promise<Booking['windows']> {
  return (await getBooking(request)).windows
}

/** @returns its status, rejection cause, and whether it is paid */
export async function getRequestState(request: TestRequest) {
  const { status, rejection_cause, is_paid } = await getRequest(request)
  return [status, rejection_cause, is_paid]
}

/** A request's payment, which only its family may see. */
export function getRequestPayment({ client }: { client: Client }, requestId: number): Promise<Answer> {
  return client.get(`/api/payments/bookings/${requestId}`)
}

export async function getPaymentStatus({ family, id }: TestRequest): Promise<string> {
  return (await getRequestPayment(family, id)).body.status
}

export function countBookings(app: TestApp, { id }: TestRequest): Promise<number> {
  return app.deps.database.$count(bookings, eq(bookings.requestId, id))
}
