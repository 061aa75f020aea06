import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { endFeedUrl } from './feed/address.ts'
import { feedEndedMail } from './feed/notices.ts'
import { calendarAddedMail } from './outside/notices.ts'
import { queueDueCalendars, queueReadingsOf, READ_JOB, readQueuedCalendar } from './outside/queue.ts'

export function calendarsJobs(deps: Deps): void {
  handleMails(deps, [calendarAddedMail, feedEndedMail])
  deps.jobs.everyMinutes(1, 'calendars.queue-outside', () => queueDueCalendars(deps))
  deps.jobs.handle<{ calendarId: number }>(READ_JOB, ({ calendarId }) => readQueuedCalendar(deps, calendarId))
  deps.jobs.subscribe('caregiver.zone-changed', 'calendars', ({ userId }) => queueReadingsOf(deps, userId))
  deps.jobs.subscribe('account.sessions-ended', 'calendars', ({ userId }) => endFeedUrl(deps, userId))
}
