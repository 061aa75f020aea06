export { handleNotificationFrame } from './bell/frame-handlers.ts'
export { notificationsData } from './personal-data.ts'
export { notificationsRoutes } from './routes.ts'
export { notificationsJobs } from './subscribers.ts'
