/**
 * Card payments. This slice knows amounts, people and the provider, but not bookings: it holds a request's number and
 * publishes `payment.captured`. Bookings settle, refund and release; disputes hold, release and refund.
 */
export { lacksChargedBackMoney, postReturned } from './chargeback-holds.ts'
export {
  findChargeback,
  findPaymentStop,
  hasUnsettledChargeback,
  listOpenChargebacks,
} from './chargeback-queries.ts'
export { clearLostChargebacks } from './chargebacks.ts'
export { cancelCheckout, openCheckout } from './checkout.ts'
export { publishCaptured, scheduleRefund, scheduleSync } from './events.ts'
export { holdPayment, releaseHold } from './holds.ts'
export { paymentsJobs } from './jobs.ts'
export { paymentLedgerChecks } from './ledger-checks.ts'
export { paymentsMetrics } from './metrics.ts'
export { listReleasedMoney } from './new-money.ts'
export { isRefunding, toPaymentStatus } from './payment.ts'
export { paymentsData } from './personal-data.ts'
export {
  findBankDecision,
  findRequestPayment,
  getReceipt,
  getRefundableCents,
  listPayments,
  listRefundsOfRequests,
  listRequestIdsOfPostings,
  refundedCents,
  selectRequestPaymentId,
} from './queries.ts'
export { listChargesAndRefunds, listSucceededRefunds } from './reconciliation.ts'
export {
  findStaffRefundable,
  refundByStaff,
  refundCanceledBookings,
  refundHeldPayment,
  refundPayment,
} from './refunds/create.ts'
export { isTakenBack, recordPaidAnotherWay, TAKEN_BACK } from './refunds/record.ts'
export { releasePayment } from './release.ts'
export { paymentsRoutes } from './routes.ts'
export { settlePayment } from './settle.ts'
export { lockLivePayment, lockPayment } from './store.ts'
export { isStuckPayment, isStuckRefund } from './stuck.ts'
export { syncRequestPayment } from './sync.ts'
export { chargebacks, payments, type Refund, refunds } from './tables.ts'
