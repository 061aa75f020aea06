/** A caregiver's wallet, payout account and payouts. */
export { getPayoutMethod, startOnboarding } from './accounts.ts'
export { requestPayout, scheduleProcess } from './commands.ts'
export { payoutsJobs } from './jobs.ts'
export { payoutLedgerChecks } from './ledger-checks.ts'
export { toPayoutStatus } from './payout.ts'
export { processPayout } from './process.ts'
export { listSentPayouts, listTransfers, type SentPayout } from './reconciliation.ts'
export { payoutsRoutes } from './routes.ts'
