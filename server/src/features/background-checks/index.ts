/**
 * Background checks of caregivers. This slice knows what was checked, who checked it and how it ended; only
 * the provider knows the person's data and the report.
 * @see docs/rules/background-checks.md
 */
export { findBadge, hasBadge } from './badge.ts'
export { decideCheck, startCheck } from './commands.ts'
export { countWaitingChecks, hasWaitingCheck, listChecks, waitingCheckList } from './console.ts'
export { backgroundChecksJobs } from './jobs.ts'
export { backgroundCheckNotices } from './notices.ts'
export { backgroundChecksData } from './personal-data.ts'
export { processCheck } from './process.ts'
export { findCheck, findNewest } from './queries.ts'
export { backgroundChecksRoutes } from './routes.ts'
