/** Compares the product's books with its payment provider's, and with themselves, and reports to admins. */
export { reconciliationJobs } from './jobs.ts'
export { reconcile } from './reconcile.ts'
export { reconciliationRoutes } from './routes.ts'
export { verifyLedger, verifyLedgerAt } from './verify.ts'
