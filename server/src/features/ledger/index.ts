/**
 * The double-entry ledger. Only this slice writes its tables. Other slices post movements of money, read a
 * caregiver's wallet, and define checks of the ledger against their own rows.
 */
export {
  expectBalances,
  expectOnlyKeys,
  expectPosted,
  expectSent,
  expectUnallocated,
} from './expectations.ts'
export { ledgerData } from './personal-data.ts'
export { withoutZeros } from './posting.ts'
export { getBalances } from './queries.ts'
export { type DailyRevenue, findFirstPaymentDay, listDailyRevenue } from './revenue.ts'
export { lockBalance, postToLedger } from './store.ts'
export { countEntries, LEDGER_CHECKS, listProblems, runLedgerChecks } from './verify.ts'
export {
  findFirstLineAt,
  listLinesOfSpan,
  listWalletLines,
  sumLinesOfSpan,
  type WalletLine,
} from './wallet-lines.ts'
