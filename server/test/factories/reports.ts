import type { ReportKind } from '@tendwell/contract/safety/reports'
import { DAY_MS } from '@tendwell/contract/time'
import type { Answer, TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { makeEndedBooking } from './reviews.ts'

/** Reports something. */
export function report(
  { client }: Pick<TestUser, 'client'>,
  kind: ReportKind,
  id: number,
  more: { reason?: string; concern?: string; text?: string } = {},
): Promise<Answer> {
  return client.post('/api/reports', { kind, id, reason: 'harassment', ...more })
}

/** Reports something that can be reported. @returns the report's id */
export async function makeReport(...args: Parameters<typeof report>): Promise<number> {
  const { status, body } = await report(...args)
  if (status !== 201) throw new Error(`The report was rejected: ${JSON.stringify(body)}`)
  return body.id
}

/** Decides on a report; without measures it is dismissed. */
export function decide(
  { client }: Pick<TestUser, 'client'>,
  id: number,
  decision: { measures?: string[]; message?: string; suspended_until?: string; refund?: string } = {},
): Promise<Answer> {
  return client.post(`/api/admin-panel/reports/${id}/decision`, { measures: [], ...decision })
}

let reviewed = 0

/** A review of an ended visit, each on another day. @returns its id */
export async function makeReview(
  app: TestApp,
  pair: { caregiver: TestUser; family: TestUser },
  { rating, comment = '' }: { rating: number; comment?: string },
): Promise<number> {
  reviewed += 1
  const startsAt = new Date(app.deps.clock.now().getTime() - reviewed * DAY_MS)
  const booking_id = await makeEndedBooking(app, { ...pair, startsAt })
  const { status, body } = await pair.family.client.post('/api/reviews/reviews', {
    booking_id,
    rating,
    comment,
  })
  if (status !== 201) throw new Error(`The review was rejected: ${JSON.stringify(body)}`)
  return body.id
}
