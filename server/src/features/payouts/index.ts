/** A caregiver's payout account and payouts. */
export { getPayoutMethod, startOnboarding } from './bank/accounts.ts'
export { bankReviewRoutes } from './bank/bank-review-routes.ts'
export {
  countOpenBankReviews,
  listBankHashes,
  listBankReviews,
  listUsersOfBanks,
} from './bank/bank-reviews.ts'
export { requestPayout, scheduleProcess, startPayoutReturn } from './commands.ts'
export { canCancel, countStuckPayouts, payoutList } from './console.ts'
export { payoutsJobs } from './jobs.ts'
export { payoutLedgerChecks } from './money/ledger-checks.ts'
export { payoutsMetrics } from './money/metrics.ts'
export { listSentPayouts, listTransfers, type SentPayout } from './money/reconciliation.ts'
export { payoutNotices } from './notices.ts'
export { processPayout } from './paying-out/process.ts'
export { getWithdrawableTime, toPayoutStatus } from './payout.ts'
export { payoutsData } from './personal-data.ts'
export { getFirstPayoutDays, getWallet, hasPayoutOnItsWay, hasUnfinishedPayout } from './queries.ts'
export { payoutsRoutes } from './routes.ts'
export { lockPayout } from './store.ts'
export { payoutAccounts, payouts } from './tables.ts'
