/**
 * Card payments. This slice knows amounts, people and the provider, but not bookings: it stores a request's
 * id and publishes `payment.captured`. The slice bookings settles, refunds and releases payments; disputes
 * holds, releases and refunds them.
 */

export { cancelCheckout, openCheckout } from './checkout/checkout.ts'
export { releasePayment } from './checkout/release.ts'
export { settlePayment } from './checkout/settle.ts'
export { syncRequestPayment } from './checkout/sync.ts'
export { hasMoneyOnItsWay, hasOpenChargeback, listChargebackEvidence, sumUnreleasedCents } from './closing.ts'
export { paymentList } from './console/payment-list.ts'
export { refundList } from './console/refund-list.ts'
export { countOpenChargebacks, countStuckPayments, countStuckRefunds } from './console/waiting.ts'
export { lacksChargedBackMoney, postReturnedMoney } from './holding/chargeback-holds.ts'
export {
  findChargeback,
  findPaymentStop,
  findReleaseState,
  hasUnsettledChargeback,
  listOpenChargebacks,
} from './holding/chargeback-queries.ts'
export { clearLostChargebacks, markDecisionCarriedOut } from './holding/chargebacks.ts'
export { holdPayment, releaseHold } from './holding/holds.ts'
export { paymentsJobs } from './jobs.ts'
export { paymentLedgerChecks } from './money/ledger-checks.ts'
export { paymentsMetrics } from './money/metrics.ts'
export { listReleasedMoney } from './money/new-money.ts'
export { calculatePayeeCents } from './money/payee-money.ts'
export { listChargesAndRefunds, listSucceededRefunds } from './money/reconciliation.ts'
export { renderMoneyAlert } from './notice-texts.ts'
export { paymentNotices } from './notices.ts'
export { isRefunding, toPaymentStatus } from './payment.ts'
export { paymentsData } from './personal-data.ts'
export {
  findBankDecision,
  findRefund,
  findRequestPayment,
  getReceipt,
  getRefundableCents,
  listHeldMoney,
  listPayments,
  listRefundsOfRequests,
  listRequestIdsOfPostings,
  listRequestPayments,
  listRequestRefunds,
  listUnfinishedRefunds,
  selectRequestHold,
  selectRequestPaymentId,
} from './queries.ts'
export {
  findStaffRefundable,
  refundByStaff,
  refundCanceledBookings,
  refundHeldPayment,
  refundPayment,
} from './refunds/create.ts'
export { recordPaidAnotherWay, requireNotTakenBack } from './refunds/record.ts'
export { isFinished } from './refunds/refund.ts'
export { endTakenBackRefunds } from './refunds/taken-back.ts'
export { paymentsRoutes } from './routes.ts'
export { lockLivePayment, lockPayment } from './store.ts'
export { chargebacks, payments, type Refund, refunds } from './tables.ts'
export { publishCaptured, scheduleRefund, scheduleSync } from './webhooks/events.ts'
