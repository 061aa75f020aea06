/**
 * The double-entry ledger: the only slice that writes money down. Other slices say what moved by `post` and show a
 * caregiver's wallet.
 */
export { post } from './commands.ts'
export { withoutZeros } from './posting.ts'
export { balancesOf, walletEntriesOf } from './queries.ts'
export { dailyRevenue, firstPaymentDay } from './revenue.ts'
export { lockBalance } from './store.ts'
export { ledgerProblems, ledgerSize, problemsOf } from './verify.ts'
