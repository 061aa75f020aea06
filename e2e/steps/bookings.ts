/** Creates caregivers with hours, requests and bookings through the API. */

import type { LocalWindow } from '@tendwell/contract/availability/windows'
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { addDays, addMonths, DAY_MS, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import { type Api, createPerson, demo, type Session } from '../api.ts'

export const GOOD_CARD = '4242 4242 4242 4242'
const HOURLY_RATE_USD = 48
const TIMEZONE = 'America/New_York'
const CITY = 'Halifax'

export interface Caregiver extends Session {
  password: string
  /** A day on which they offer one-hour slots from 9:00 to 12:00. */
  openDate: string
}

/** Completes a caregiver's profile, in Halifax. */
export function fillProfile(api: Api, caregiver: Session, name: string, skill = 'Nanny'): Promise<unknown> {
  return api.call(caregiver, 'PUT', '/api/auth/caregiver/profile/', {
    editable_full_name: name,
    city: CITY,
    country: 'Canada',
    hourly_rate_usd: HOURLY_RATE_USD,
    languages: ['French'],
    skills: [skill],
    description: 'Calm nights and clear notes in the morning.',
  })
}

/** Creates a verified caregiver in Halifax, with hours on the first day of next month. */
export async function addCaregiver(api: Api, firstName: string, skill = 'Nanny'): Promise<Caregiver> {
  const person = createPerson(firstName)
  const caregiver = await api.register(person, 'caregiver')
  await fillProfile(api, caregiver, person.name, skill)
  const { id } = caregiver.user
  const admin = await api.logIn(demo.admin)
  const decision = { verification_status: 'verified', admin_notes: 'Known from the agency' }
  await api.call(admin, 'POST', `/api/admin-panel/caregivers/${id}/verification/`, decision)
  const openDate = addMonths(toLocalDate(api.now(), TIMEZONE), 1).replace(/\d\d$/, '01')
  await openHours(api, caregiver, { date: openDate, start: '09:00', end: '12:00' })
  return { ...caregiver, password: person.password, openDate }
}

const openHours = (api: Api, caregiver: Session, { date, start, end }: LocalWindow) =>
  api.call(caregiver, 'POST', '/api/availability/overrides/', {
    caregiver: caregiver.user.id,
    date_local: date,
    is_available: true,
    windows: [{ start_local: start, end_local: end }],
  })

/**
 * Requests hours, by default the caregiver's from 9:00 to 11:00, and accepts the request as the caregiver.
 */
export async function addAcceptedRequest(
  api: Api,
  family: Session,
  caregiver: Caregiver,
  hours: LocalWindow = { date: caregiver.openDate, start: '09:00', end: '11:00' },
): Promise<BookingRequest> {
  const request = await api.call<BookingRequest>(family, 'POST', '/api/requests/', {
    caregiver_id: caregiver.user.id,
    timezone: TIMEZONE,
    windows: [hours],
  })
  return api.call(caregiver, 'PATCH', `/api/requests/${request.id}/status/`, { status: 'accepted' })
}

/** Requests, accepts and pays those hours. */
export async function addBooking(api: Api, family: Session, caregiver: Caregiver): Promise<BookingRequest> {
  const request = await addAcceptedRequest(api, family, caregiver)
  await payRequest(api, family, request.id)
  return request
}

/** Opens two hours at noon in two days, and books and pays them. */
export async function addBookingSoon(
  api: Api,
  family: Session,
  caregiver: Caregiver,
): Promise<BookingRequest> {
  const date = addDays(toLocalDate(api.now(), TIMEZONE), 2)
  const hours = { date, start: '12:00', end: '14:00' }
  await openHours(api, caregiver, hours)
  const request = await addAcceptedRequest(api, family, caregiver, hours)
  await payRequest(api, family, request.id)
  return request
}

/** Creates a caregiver with $96 to withdraw. Moves the clock by days. */
export async function addEarner(api: Api, firstName: string): Promise<Session> {
  const caregiver = await addCaregiver(api, firstName)
  const family = await api.register(createPerson('Payer'))
  const { windows } = await addBookingSoon(api, family, caregiver)
  const releasedAt = Date.parse(windows[0]?.end_utc ?? '') + DAY_MS
  await api.advanceClock(Math.ceil((releasedAt - api.now()) / MINUTE_MS) + 5)
  return api.logIn({ email: caregiver.user.email, password: caregiver.password })
}

/** Pays an accepted request on the card page, and books its hours. */
export async function payRequest(api: Api, family: Session, requestId: number): Promise<void> {
  const checkout = `/api/payments/bookings/${requestId}/confirm/`
  const { checkout_url } = await api.call<{ checkout_url: string }>(family, 'POST', checkout, {})
  const card = {
    card_number: GOOD_CARD,
    expiry: '12/40',
    cvc: '123',
    name: family.user.full_name.slice(0, 40),
  }
  await api.fetch(null, 'POST', checkout_url, new URLSearchParams(card))
  await api.call(family, 'POST', '/api/requests/confirm/', { request_id: requestId })
}
