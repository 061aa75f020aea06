import { expect } from '@playwright/test'
import type { AvailableBooking, Dispute } from '@tendwell/contract/disputes'
import type { Api } from '../../api.ts'

/** A family that no other test uses, with enough bookings to dispute. */
const family = { email: 'kate.and.tom.harding@demo.tendwell.test', password: 'tendwell-demo' }

/** Opens a dispute about one of the family's paid bookings. @returns its id, and the price in dollars */
export async function openDispute(api: Api): Promise<{ id: number; total: number }> {
  const session = await api.logIn(family)
  const path = '/api/disputes/bookings/available/'
  const { results } = await api.call<{ results: AvailableBooking[] }>(session, 'GET', path)
  // If another test is disputing the same booking, the next one is tried.
  for (const { id: bookingId, total_price_usd: total } of results) {
    const data = { booking_request: bookingId, type: 'schedule', reason: 'They left two hours early' }
    const answer = await api.fetch(session, 'POST', '/api/disputes/', data)
    if (answer.status === 409) continue
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as Dispute
    return { id, total }
  }
  throw new Error('The demo family has no booking left to dispute')
}
