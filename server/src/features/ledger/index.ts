/**
 * The double-entry ledger. Only this slice writes money movements: other slices post what moved, read a
 * caregiver's wallet, and say what the ledger must hold for their own rows.
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
export { findFirstMoveAt, listMovesOf, listWalletMoves, sumMovesOf, type WalletMove } from './wallet-moves.ts'
