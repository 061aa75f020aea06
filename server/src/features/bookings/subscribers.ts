import type { Deps } from '../../deps.ts'
import type { Event } from '../../platform/jobs.ts'
import { expireRequests } from './expiry.ts'
import { RELEASE, releaseRequest } from './release.ts'
import { settleCapturedPayment } from './settle.ts'

type PaymentCaptured = Event & { paymentId: number; requestId: number }

/** A payment that was captured by whatever way becomes a booking, or goes back; a booking's money is released; what
 * nobody has paid in time is closed. */
export function bookingsJobs(deps: Deps): void {
  deps.jobs.subscribe<PaymentCaptured>('payment.captured', 'bookings', ({ paymentId, requestId }) =>
    settleCapturedPayment(deps, { paymentId, requestId }),
  )
  deps.jobs.every(1, 'bookings.expire', () => expireRequests(deps))
  deps.jobs.handle<{ requestId: number }>(RELEASE, ({ requestId }) => releaseRequest(deps, requestId))
}
