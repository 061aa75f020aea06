import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { handleMails } from '../notices/index.ts'
import { findRequestPayment } from '../payments/index.ts'
import { endOpenWorkOnBlock } from './canceling/blocking.ts'
import { cancelMeetingsOf, lapseMeetings } from './meetings/answering.ts'
import { expireMoves } from './moving/end.ts'
import { RELEASE_JOB, releaseRequest } from './paying/release.ts'
import { bookOrRefund } from './paying/settlement.ts'
import { remindOfVisits } from './reminders/reminders.ts'
import { expireRequests } from './requests/expiry.ts'
import { requestSentMail } from './requests/sent-mail.ts'
import { WITHDRAW_GROUP_JOB, withdrawGroup } from './substitutes/group.ts'

export function bookingsJobs(deps: Deps): void {
  deps.jobs.subscribe('payment.captured', 'bookings', async ({ paymentId, requestId }) => {
    // The family's own call may have booked it already.
    const payment = await findRequestPayment(deps.database, requestId, paymentId)
    if (payment?.status === 'captured') await bookOrRefund(deps, { paymentId, requestId })
  })
  deps.jobs.subscribe('person.blocked', 'bookings', (event) => endOpenWorkOnBlock(deps, event))
  deps.jobs.subscribe('caregiver.verification-changed', 'bookings.meetings', async ({ userId, status }) => {
    // Rejecting cancels them in its own transaction.
    if (status === 'flagged')
      await withTransaction(deps.database, (transaction) => cancelMeetingsOf(transaction, deps, userId, null))
  })
  deps.jobs.everyMinutes(1, 'bookings.lapse-meetings', () => lapseMeetings(deps))
  deps.jobs.everyMinutes(1, 'bookings.expire', () => expireRequests(deps))
  deps.jobs.everyMinutes(1, 'bookings.remind', () => remindOfVisits(deps))
  deps.jobs.everyMinutes(1, 'bookings.expire-moves', () => expireMoves(deps))
  handleMails(deps, [requestSentMail])
  deps.jobs.handle<{ requestId: number }>(WITHDRAW_GROUP_JOB, ({ requestId }) =>
    withdrawGroup(deps, requestId),
  )
  deps.jobs.handle<{ requestId: number }>(RELEASE_JOB, ({ requestId }) => releaseRequest(deps, requestId))
}
