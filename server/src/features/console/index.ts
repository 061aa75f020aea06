/** The admin console. @see docs/rules/console.md */

export { verifyAnalytics } from './analytics/verify.ts'
export { actOnJob, retryAllJobs } from './failed-jobs/commands.ts'
export { consoleJobs } from './jobs.ts'
export { type CsvColumn, toTime } from './lists/csv-columns.ts'
export { addShortExport } from './lists/short-exports.ts'
export { countOpenedPaper } from './people/paper-limit.ts'
export { consoleData } from './personal-data.ts'
export { consoleRoutes } from './routes.ts'
