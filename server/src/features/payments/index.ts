/**
 * Payments by card. They know amounts, people and the provider; what is paid for they know as a request's number
 * alone, and tell of it by `payment.captured`. Disputes hold, release and refund a request's money by `holdPayment`,
 * `releaseHold` and `refundHeldPayment`.
 */
export { syncRequestPayment } from './advance.ts'
export { cancelCheckout, openCheckout } from './checkout.ts'
export { refundPayment, releasePayment, settlePayment } from './commands.ts'
export { type PaymentEvent, type ProviderTold, type RefundStuck, scheduleRefund } from './events.ts'
export { holdPayment, refundHeldPayment, releaseHold } from './holds.ts'
export { paymentsJobs } from './jobs.ts'
export { isRefunding, toPaymentStatus } from './payment.ts'
export { findRequestPayment, getRefundableCents } from './queries.ts'
export { paymentsRoutes } from './routes.ts'
export { lockPayment } from './store.ts'
export { payments, refunds } from './tables.ts'
