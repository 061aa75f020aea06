/** Our calendar feeds for other apps, and outside calendars that close a caregiver's hours. */
export { makeCalendarFile } from './feed/feed.ts'
export { calendarsJobs } from './jobs.ts'
export { calendarNotices } from './outside/notices.ts'
export { calendarsData } from './personal-data.ts'
export { calendarsRoutes } from './routes.ts'
