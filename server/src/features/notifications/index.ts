export { notificationsRoutes } from './routes.ts'
export { notificationsJobs } from './subscribers.ts'
