/**
 * Payments by card. They know amounts, people and the provider; what is paid for they know as a request's number
 * alone, and tell of it by `payment.captured`, `payment.refunded` and `payment.failed`.
 */
export { syncPayment } from './advance.ts'
export { cancelCheckout, openCheckout } from './checkout.ts'
export { type PaymentEvent, refundPayment, releasePayment, settlePayment } from './commands.ts'
export { paymentsJobs } from './jobs.ts'
export { wireStatusOf } from './payment.ts'
export { paymentOfRequest } from './queries.ts'
export { paymentsRoutes } from './routes.ts'
export { lockPayment } from './store.ts'
