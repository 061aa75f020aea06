import type { Deps } from '../../deps.ts'
import { endOpenBetween } from './blocking.ts'
import { expireRequests } from './expiry.ts'
import { expireMoves } from './move-end.ts'
import { RELEASE, releaseRequest } from './release.ts'
import { remindOfVisits } from './reminders.ts'
import { bookOrRefund } from './settlement.ts'

export function bookingsJobs(deps: Deps): void {
  deps.jobs.subscribe('payment.captured', 'bookings', ({ paymentId, requestId }) =>
    bookOrRefund(deps, { paymentId, requestId }),
  )
  deps.jobs.subscribe('person.blocked', 'bookings', (event) => endOpenBetween(deps, event))
  deps.jobs.every(1, 'bookings.expire', () => expireRequests(deps))
  deps.jobs.every(1, 'bookings.remind', () => remindOfVisits(deps))
  deps.jobs.every(1, 'bookings.expire-moves', () => expireMoves(deps))
  deps.jobs.handle<{ requestId: number }>(RELEASE, ({ requestId }) => releaseRequest(deps, requestId))
}
