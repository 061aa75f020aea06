import { randomUUID } from 'node:crypto'
import type { AvailableBooking } from '@tendwell/contract/disputes'
import { expect, type Page } from '../fixtures.ts'
import { ask, enterAs } from './session.ts'

/** A dispute that the demo family opens by the API about one of its paid bookings; `total` in dollars. */
export async function openDispute(page: Page): Promise<{ id: number; total: number }> {
  type Available = { results: AvailableBooking[] }
  const { results } = await ask<Available>(page, 'family', '/api/disputes/bookings/available/')
  const { access } = await enterAs(page, 'family')
  // Another test may open one about the same booking at this moment: then the next is taken.
  for (const { id: bookingId, total_price_usd: total } of results) {
    const answer = await page.request.post('/api/disputes/', {
      headers: { authorization: `Bearer ${access}`, 'idempotency-key': randomUUID() },
      data: { booking_request: bookingId, type: 'schedule', reason: 'She left two hours early' },
    })
    if (answer.status() === 409) continue
    expect(answer.status()).toBe(201)
    return { id: (await answer.json()).id, total }
  }
  throw new Error('The demo family has no booking left to dispute')
}
