/**
 * Compares payments, refunds and payouts with the provider's records, verifies the ledger, and reports
 * differences to finance.
 */

export { countOpenDifferences, listDifferences } from './difference-queries.ts'
export { reconciliationJobs } from './jobs.ts'
export { reconciliationMetrics } from './metrics.ts'
export { reconciliationNotices } from './notices.ts'
export { reconciliationData } from './personal-data.ts'
export { listReports } from './queries.ts'
export { reconcile } from './reconcile.ts'
export { reconciliationRoutes } from './routes.ts'
export { verifyLedger, verifyLedgerAt } from './verify.ts'
