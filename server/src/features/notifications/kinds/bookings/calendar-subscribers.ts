import { formatInstant } from '@tendwell/contract/format'
import type { Deps } from '../../../../deps.ts'
import { findUser } from '../../../people/index.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import type { NotificationContent } from '../../delivering/notification-content.ts'

/** Tells caregivers that a calendar no longer closes their hours. @see docs/rules/calendars.md#failing */
export function subscribeToCalendars(deps: Deps): void {
  deps.jobs.subscribe(
    'outside-calendar.lost',
    'notifications',
    async ({ userId, calendarId, name, failingSince }) => {
      const zone = (await findUser(deps.database, userId))?.timezone ?? 'UTC'
      const since = formatInstant(Date.parse(failingSince), zone)
      const cause = `outside-calendar:${calendarId}:${failingSince}`
      await notifyUsers(deps, [{ userId, cause, content: renderCalendarLost(name, since) }])
    },
  )
}

function renderCalendarLost(name: string, since: string): NotificationContent {
  return {
    type: 'calendar_lost',
    subject: "We can't read your calendar",
    payload: {
      message: `We haven't been able to read “${name}” since ${since}. Its busy times no longer close your hours, so families can book them. Check the calendar's address, or add it again.`,
      action_url: '/caregiver/availability#calendars',
      action_text: 'Check your calendars',
    },
  }
}
