/** A caregiver's money: balances, entries with their bookings, statements and totals. */
export { walletRoutes } from './routes.ts'
