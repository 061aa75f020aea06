/** A caregiver's wallet, where she is paid out to, and her payouts: pending → processing → paid, failed or canceled. */
export { getPayoutMethod, startOnboarding } from './accounts.ts'
export { processPayout } from './advance.ts'
export { requestPayout, scheduleAdvance } from './commands.ts'
export { payoutsJobs } from './jobs.ts'
export { payoutLedgerChecks } from './ledger-checks.ts'
export { toPayoutStatus } from './payout.ts'
export { payoutsRoutes } from './routes.ts'
export { payouts } from './tables.ts'
