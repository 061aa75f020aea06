/** The admin console. @see docs/rules/console.md */
export { analyticsJobs as adminJobs } from './analytics/jobs.ts'
export { actOnJob, retryAllJobs } from './jobs-commands.ts'
export { adminData } from './personal-data.ts'
export { adminRoutes } from './routes.ts'
