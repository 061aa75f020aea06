import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { greet, renderEmail } from '../../ports/mailer/email.ts'
import { mailQueue } from '../../ports/mailer/port.ts'
import { findUser } from '../accounts/index.ts'

const SEND_FEED_ENDED_EMAIL = 'calendars.send-feed-ended-email'

/** Tells a person that their private calendar address has ended. */
export function queueFeedEndedEmail(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  userId: number,
): Promise<void> {
  return jobs.add(transaction, SEND_FEED_ENDED_EMAIL, { userId }, { queue: mailQueue(userId) })
}

export function feedEmailJobs(deps: Deps): void {
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
        action: { label: 'Get the new address', url: `${deps.publicUrl()}/account` },
      }),
    )
  })
}
