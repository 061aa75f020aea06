/** Disputes opened through the API. */
import type { Answer, TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { makePaidRequest, type TestRequest } from './bookings.ts'

export type TestDispute = { id: number; request: TestRequest }

export const REASON = 'They left two hours early'

export function openDispute(family: TestUser, requestId: number, more: object = {}): Promise<Answer> {
  const body = { booking_request: requestId, type: 'service_quality', reason: REASON, ...more }
  return family.client.post('/api/disputes', body)
}

/** A submitted dispute about a paid booking, by default two hours for $50.00 a week ahead. */
export async function makeDispute(
  app: TestApp,
  parents: Parameters<typeof makePaidRequest>[1] = {},
): Promise<TestDispute> {
  return disputeRequest(app, await makePaidRequest(app, parents))
}

/** A submitted dispute about this paid request. */
export async function disputeRequest(app: TestApp, request: TestRequest): Promise<TestDispute> {
  const answer = await openDispute(request.family, request.id)
  if (answer.status !== 201) throw new Error(`Opening the dispute failed: ${JSON.stringify(answer.body)}`)
  // Deliver its notifications first, so that later ones come after them.
  await app.drain()
  return { id: answer.body.id, request }
}
