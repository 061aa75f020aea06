import { formatInstant } from '@tendwell/contract/format'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { greet } from '../../../ports/mailer/email.ts'
import { defineNotice } from '../../notices/index.ts'
import { defineAccountMail } from '../../people/index.ts'
import { findReaderZone } from '../../profiles/index.ts'

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
          action: { label: 'See your calendars', url: `${deps.publicUrl()}${paths.availability}` },
        }
      : null,
)

/**
 * Tells caregivers that a calendar could not be read for `KEPT_MS`, so its busy times were dropped.
 * @see docs/rules/calendars.md#failing
 */
export const calendarNotices = [
  defineNotice('outside-calendar.lost', async (deps, { userId, calendarId, name, failingSince }) => {
    const zone = (await findReaderZone(deps.database, userId)) ?? 'UTC'
    const since = formatInstant(Date.parse(failingSince), zone)
    const cause = `outside-calendar:${calendarId}:${failingSince}`
    return [
      {
        userId,
        cause,
        content: {
          type: 'calendar_lost',
          subject: 'We can’t read your calendar',
          payload: {
            message: `We haven’t been able to read “${name}” since ${since}. Its busy times no longer close your hours, so families can book them. Check the calendar’s address, or add it again.`,
            action_url: `${paths.availability}#calendars`,
            action_text: 'Check your calendars',
          },
        },
      },
    ]
  }),
]
