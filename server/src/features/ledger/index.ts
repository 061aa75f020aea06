/**
 * The double-entry ledger: the only slice that writes money down. Other slices say what moved by `post`; a
 * caregiver reads her wallet.
 */
export { post } from './commands.ts'
export { ledgerRoutes } from './routes.ts'
