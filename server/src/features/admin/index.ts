/** The admin console. @see docs/rules/console.md */
export { analyticsJobs as adminJobs } from './analytics/jobs.ts'
export { adminRoutes } from './routes.ts'
