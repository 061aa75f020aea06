import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'

const SEND_FEED_ENDED_EMAIL = 'calendars.send-feed-ended-email'
const SEND_CALENDAR_ADDED_EMAIL = 'calendars.send-calendar-added-email'

type CalendarAddedJob = { userId: number; name: string }

/**
 * Mails a caregiver that an outside calendar was added, because somebody else who is logged in to their
 * account may have done it. Families can't book the times of its events.
 */
export function queueCalendarAddedEmail(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  added: CalendarAddedJob,
): Promise<void> {
  return jobs.add(transaction, SEND_CALENDAR_ADDED_EMAIL, added, { queue: mailQueue(added.userId) })
}

/** Tells a person that their private calendar address has ended. */
export function queueFeedEndedEmail(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  userId: number,
): Promise<void> {
  return jobs.add(transaction, SEND_FEED_ENDED_EMAIL, { userId }, { queue: mailQueue(userId) })
}

export function calendarEmailJobs(deps: Deps): void {
  deps.jobs.handle<CalendarAddedJob>(SEND_CALENDAR_ADDED_EMAIL, async ({ userId, name }) => {
    const user = await findUser(deps.database, userId)
    if (!user?.isActive) return
    await deps.mailer.send(
      renderEmail({
        to: user.email,
        subject: `A calendar was added to your ${PRODUCT_NAME} account`,
        greeting: greet(user.fullName),
        paragraphs: [
          `“${name}” was added. Families can’t book the times when it says that you’re busy.`,
          'If this wasn’t you, remove it, and reset your password. That logs out all devices.',
        ],
        action: { label: 'See your calendars', url: `${deps.publicUrl()}/caregiver/availability` },
      }),
    )
  })
  deps.jobs.handle<{ userId: number }>(SEND_FEED_ENDED_EMAIL, async ({ userId }) => {
    const user = await findUser(deps.database, userId)
    if (!user?.isActive) return
    await deps.mailer.send(
      renderEmail({
        to: user.email,
        subject: `Subscribe to your ${PRODUCT_NAME} calendar again`,
        greeting: greet(user.fullName),
        paragraphs: [
          'Devices were just logged out of your account. In case somebody else knows the private address of your calendar, it no longer works.',
          'If a calendar app shows your bookings, they no longer change there. Get your new address on your account page, and paste it into the app.',
        ],
        action: { label: 'Get the new address', url: `${deps.publicUrl()}/account#calendar` },
      }),
    )
  })
}
