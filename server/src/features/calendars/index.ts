/** Calendars for other apps: a person's bookings at a private address, and as files. */
export { calendarsRoutes } from './routes.ts'
