import { formatUsd } from '@tendwell/contract/money'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'
import { getRequestDetails } from '../bookings/index.ts'
import { activeAdmins } from './admins.ts'
import { chatJobs } from './chat.ts'
import { tellOfDisputes, tellOfReviews } from './dispute-subscribers.ts'
import { notifyAll, tellingJobs } from './notify.ts'
import {
  autoRejected,
  bookingConfirmed,
  caregiverSignedUp,
  moneyAlert,
  type Notice,
  profileReminder,
  requestCreated,
  statusChanged,
  verificationChanged,
} from './texts.ts'

const SUBSCRIBER = 'notifications'
const REMINDER = 'notifications.profile-reminder'
const REMINDER_AFTER_MS = 3 * 24 * 3_600_000

/** Everything that people are told of, each from the event that caused it. */
export function notificationsJobs(deps: Deps): void {
  tellingJobs(deps)
  tellOfRequests(deps)
  tellOfVerification(deps)
  tellOfMoney(deps)
  tellOfDisputes(deps)
  tellOfReviews(deps)
  remindOfProfiles(deps)
  chatJobs(deps)
}

function tellOfRequests(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('request.submitted', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:submitted`
    await notifyAll(deps, [{ userId: request.caregiverId, cause, notice: requestCreated(request) }])
  })

  jobs.subscribe('request.answered', SUBSCRIBER, async ({ requestId, status }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:${status}`
    await notifyAll(deps, [{ userId: request.caretakerId, cause, notice: statusChanged(request, status) }])
  })

  jobs.subscribe('request.booked', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:booked`
    await notifyAll(deps, [
      { userId: request.caregiverId, cause, notice: bookingConfirmed(request, 'caregiver') },
      { userId: request.caretakerId, cause, notice: bookingConfirmed(request, 'caretaker') },
    ])
  })

  jobs.subscribe('request.auto-rejected', SUBSCRIBER, async ({ requestId, paid }) => {
    const request = await getRequestDetails(database, requestId)
    const notice = autoRejected(request, paid)
    const cause = `request:${requestId}:auto-rejected${paid ? ':paid' : ''}`
    await notifyAll(deps, [{ userId: request.caretakerId, cause, notice }])
  })
}

async function tellAdmins(deps: Deps, cause: string, notice: Notice): Promise<void> {
  const admins = await activeAdmins(deps.database)
  await notifyAll(
    deps,
    admins.map((userId) => ({ userId, cause, notice })),
  )
}

/** What neither a retry nor a sweep will mend by itself. */
function tellOfMoney(deps: Deps): void {
  deps.jobs.subscribe('refund.stuck', SUBSCRIBER, ({ refundId, paymentId, amountCents }) => {
    const text = `The payment provider refuses the refund of ${formatUsd(amountCents)} for payment #${paymentId}. It is tried again once a day.`
    return tellAdmins(deps, `refund:${refundId}:stuck`, moneyAlert(text))
  })
  deps.jobs.subscribe('payout.stuck', SUBSCRIBER, ({ payoutId }) => {
    const text = `Payout #${payoutId} does not get on at the payment provider. It is looked at again every ten minutes.`
    return tellAdmins(deps, `payout:${payoutId}:stuck`, moneyAlert(text))
  })
  deps.jobs.subscribe('reconciliation.differences-found', SUBSCRIBER, ({ reportId, differenceCount }) => {
    const differences = differenceCount === 1 ? '1 difference' : `${differenceCount} differences`
    const text = `The daily reconciliation with the payment provider has found ${differences}: see report #${reportId}.`
    return tellAdmins(deps, `reconciliation:${reportId}`, moneyAlert(text))
  })
}

function tellOfVerification(deps: Deps): void {
  deps.jobs.subscribe('email.verified', `${SUBSCRIBER}.admins`, async ({ userId, role }) => {
    if (role !== 'caregiver') return
    const [caregiver] = await deps.database.select().from(users).where(eq(users.id, userId))
    if (!caregiver) return
    await tellAdmins(deps, `caregiver:${userId}:signup`, caregiverSignedUp(caregiver.fullName))
  })

  deps.jobs.subscribe(
    'caregiver.verification-changed',
    SUBSCRIBER,
    async ({ userId, status, rejectionReason, changeId }) => {
      if (status !== 'verified' && status !== 'rejected' && status !== 'flagged') return
      const notice: Notice = verificationChanged(status, rejectionReason)
      await notifyAll(deps, [{ userId, cause: `verification:${changeId}`, notice }])
    },
  )
}

function remindOfProfiles(deps: Deps): void {
  const remind = async (userId: number, cause: string) => {
    const [person] = await deps.database.select().from(users).where(eq(users.id, userId))
    if (!person?.isActive || person.profileComplete || person.role === 'admin') return
    await notifyAll(deps, [{ userId, cause, notice: profileReminder(person.role) }])
  }

  deps.jobs.subscribe('email.verified', `${SUBSCRIBER}.reminder`, async ({ userId }) => {
    await remind(userId, 'profile-reminder:first')
    const runAt = new Date(deps.clock.now().getTime() + REMINDER_AFTER_MS)
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, REMINDER, { userId }, { runAt, key: `${REMINDER}:${userId}` }),
    )
  })
  deps.jobs.handle<{ userId: number }>(REMINDER, ({ userId }) => remind(userId, 'profile-reminder:second'))
}
