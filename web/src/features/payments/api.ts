import type { PaymentStatus } from '@tendwell/contract/payments'
import { api } from '../../lib/api-base.ts'

type PaymentState = { status: PaymentStatus; failure_reason: string | null }

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startCheckout: build.mutation<{ checkout_url?: string }, number>({
      query: (requestId) => ({ url: `/payments/bookings/${requestId}/confirm`, method: 'POST' }),
      invalidatesTags: (_result, error) => (error ? ['Requests'] : []),
    }),
    paymentState: build.query<PaymentState, number>({
      query: (requestId) => `/payments/bookings/${requestId}`,
      // What was known of it before the payer left for the card page is no longer worth anything.
      keepUnusedDataFor: 0,
    }),
    confirmPayment: build.mutation<unknown, number>({
      query: (requestId) => ({ url: '/requests/confirm/', method: 'POST', body: { request_id: requestId } }),
      invalidatesTags: ['Requests', 'Availability', 'Payments', 'Notification'],
    }),
  }),
})

export const { useStartCheckoutMutation, usePaymentStateQuery, useConfirmPaymentMutation } = paymentsApi
