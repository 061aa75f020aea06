import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { greet } from '../../../ports/mailer/email.ts'
import { defineAccountMail } from '../../people/index.ts'

/**
 * Mails a caregiver that an outside calendar was added, because somebody else who is logged in to their
 * account may have done it. Families can't book the times of its events.
 */
export const calendarAddedMail = defineAccountMail<{ userId: number; name: string }>(
  'calendars.send-calendar-added-email',
  (deps, to, { name }) =>
    to.isActive
      ? {
          subject: `A calendar was added to your ${PRODUCT_NAME} account`,
          greeting: greet(to.fullName),
          paragraphs: [
            `“${name}” was added. Families can’t book the times when it says that you’re busy.`,
            'If this wasn’t you, remove it, and reset your password. That logs out all devices.',
          ],
          action: { label: 'See your calendars', url: `${deps.publicUrl()}/caregiver/availability` },
        }
      : null,
)
