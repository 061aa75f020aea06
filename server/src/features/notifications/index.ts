export { notificationFrames } from './frames.ts'
export { notificationsRoutes } from './routes.ts'
export { notificationsJobs } from './subscribers.ts'
