/** Export of a person's own data, closing the account, and its erasure. */
export { ownDataJobs } from './jobs.ts'
export { ownData } from './personal-data.ts'
export { ownDataRoutes } from './routes.ts'
