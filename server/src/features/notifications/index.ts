export { handleNotificationFrame } from './frame-handlers.ts'
export { notificationsRoutes } from './routes.ts'
export { notificationsJobs } from './subscribers.ts'
