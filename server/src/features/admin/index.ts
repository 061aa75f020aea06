/** The admin console. @see docs/rules/console.md */
export { adminJobs } from './jobs.ts'
export { actOnJob, retryAllJobs } from './jobs-commands.ts'
export { type CsvColumn, toTime } from './lists/csv-columns.ts'
export { addShortExport } from './lists/short-exports.ts'
export { countPaper } from './people/paper-limit.ts'
export { adminData } from './personal-data.ts'
export { adminRoutes } from './routes.ts'
