import { randomUUID } from 'node:crypto'
import type { AvailableBooking } from '@tendwell/contract/disputes'
import { expect, type Page } from '../fixtures.ts'

/** Not the family of the other journeys: it has bookings of its own to spare. */
const family = { email: 'kate.tom.harding@demo.tendwell.test', password: 'tendwell-demo' }

/** A dispute that a demo family opens by the API about one of its paid bookings; `total` in dollars. */
export async function openDispute({ request }: Page): Promise<{ id: number; total: number }> {
  const login = await request.post('/api/auth/login/', { data: family })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const available = await request.get('/api/disputes/bookings/available/', { headers })
  const { results }: { results: AvailableBooking[] } = await available.json()
  // Another test may open one about the same booking at this moment: then the next is taken.
  for (const { id: bookingId, total_price_usd: total } of results) {
    const answer = await request.post('/api/disputes/', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { booking_request: bookingId, type: 'schedule', reason: 'She left two hours early' },
    })
    if (answer.status() === 409) continue
    expect(answer.status()).toBe(201)
    return { id: (await answer.json()).id, total }
  }
  throw new Error('The demo family has no booking left to dispute')
}
