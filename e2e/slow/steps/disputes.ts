import { randomUUID } from 'node:crypto'
import type { AvailableBooking } from '@tendwell/contract/disputes'
import { expect, type Page } from '../../fixtures.ts'

/** A family that no other test uses, with enough bookings to dispute. */
const family = { email: 'kate.tom.harding@demo.tendwell.test', password: 'tendwell-demo' }

/** Opens a dispute through the API about one of the family's paid bookings. @returns its id, and the price in dollars */
export async function openDispute({ request }: Page): Promise<{ id: number; total: number }> {
  const login = await request.post('/api/auth/login/', { data: family })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const available = await request.get('/api/disputes/bookings/available/', { headers })
  const { results }: { results: AvailableBooking[] } = await available.json()
  // If another test is disputing the same booking, the next one is tried.
  for (const { id: bookingId, total_price_usd: total } of results) {
    const answer = await request.post('/api/disputes/', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { booking_request: bookingId, type: 'schedule', reason: 'They left two hours early' },
    })
    if (answer.status() === 409) continue
    expect(answer.status()).toBe(201)
    return { id: (await answer.json()).id, total }
  }
  throw new Error('The demo family has no booking left to dispute')
}
