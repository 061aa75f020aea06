/**
 * What follows when a caregiver doesn't answer a request.
 * @see docs/rules/bookings.md#requests-without-an-answer
 */
import { OFFER_OTHERS_AFTER_MS, UNANSWERED_HOURS } from '@tendwell/contract/bookings/bookings'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { RequestDetails } from '../responses.ts'

/** The job that looks at a request some hours after it was sent. */
export const UNANSWERED_JOB = 'bookings.unanswered'

/** `hours`: how many hours ago the request was sent. */
export type Unanswered = { requestId: number; hours: number }

/** Adds the jobs that remind the caregiver of a new request. */
export function queueReminders(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  requestId: number,
  submittedAt: Date,
): Promise<void> {
  return jobs.addAll(
    transaction,
    UNANSWERED_HOURS.map((hours) => ({
      name: UNANSWERED_JOB,
      payload: { requestId, hours } satisfies Unanswered,
      options: { runAt: getReminderTime(submittedAt, hours) },
    })),
  )
}

/** When the job is due that looks at a request so many hours after it was sent. */
export const getReminderTime = (submittedAt: Date, hours: number) =>
  new Date(submittedAt.getTime() + hours * HOUR_MS)

/** Whether a request still waits for its caregiver's answer. */
export function isUnanswered(request: RequestDetails, now: Date): boolean {
  const { isAnswered, rejectionCause } = request
  return !isAnswered && rejectionCause === null && getLapseMs(request) > now.getTime()
}

/** When an unpaid request lapses, in epoch ms: as its first hours begin. */
function getLapseMs({ visits }: Pick<RequestDetails, 'visits'>): number {
  return Math.min(...visits.map(({ startMs }) => startMs))
}

/** Whether a family is offered other caregivers after so many hours without an answer. */
export const offersOthers = (hours: number) => hours * HOUR_MS >= OFFER_OTHERS_AFTER_MS
