import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { greet } from '../../../ports/mailer/email.ts'
import { defineAccountMail } from '../../people/index.ts'

/** Tells a person that their private calendar address has ended. */
export const feedEndedMail = defineAccountMail<{ userId: number }>(
  'calendars.send-feed-ended-email',
  (deps, to) =>
    to.isActive
      ? {
          subject: `Subscribe to your ${PRODUCT_NAME} calendar again`,
          greeting: greet(to.fullName),
          paragraphs: [
            'Devices were just logged out of your account. In case somebody else knows the private address of your calendar, it no longer works.',
            'If a calendar app shows your bookings, they no longer change there. Get your new address on your account page, and paste it into the app.',
          ],
          action: { label: 'Get the new address', url: `${deps.publicUrl()}${paths.account}#calendar` },
        }
      : null,
)
