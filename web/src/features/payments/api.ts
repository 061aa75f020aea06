import type { Payment, PaymentStanding, Receipt } from '@tendwell/contract/payments'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'
import { type List, listOf } from '../../lib/list.ts'

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startCheckout: build.mutation<{ checkout_url?: string }, { requestId: number; key: string }>({
      query: ({ requestId, key }) => ({
        url: `/payments/bookings/${requestId}/confirm`,
        method: 'POST',
        headers: idempotencyHeader(key),
      }),
      invalidatesTags: (_result, error) => (error ? ['Requests'] : []),
    }),
    paymentState: build.query<PaymentStanding, number>({
      query: (requestId) => `/payments/bookings/${requestId}`,
      providesTags: (state) => (state ? ['Payments'] : []),
      // What was known of it before the payer left for the card page is no longer worth anything.
      keepUnusedDataFor: 0,
    }),
    confirmPayment: build.mutation<unknown, number>({
      query: (requestId) => ({ url: '/requests/confirm/', method: 'POST', body: { request_id: requestId } }),
      // A refusal, too, has made the server ask the provider: what is shown may be out of date.
      invalidatesTags: (_result, error) => {
        if (error) return error.status === 409 ? ['Requests', 'Payments'] : []
        return ['Requests', 'Availability', 'Payments', 'Notification']
      },
    }),
    myPayments: build.query<List<Payment>, { page: number }>({
      query: (params) => ({ url: '/payments/mine', params }),
      transformResponse: (answer) => listOf<Payment>(answer),
      providesTags: ['Payments'],
    }),
    receipt: build.query<Receipt, number>({
      query: (paymentId) => `/payments/${paymentId}`,
      providesTags: ['Payments'],
    }),
  }),
})

export const {
  useStartCheckoutMutation,
  usePaymentStateQuery,
  useConfirmPaymentMutation,
  useMyPaymentsQuery,
  useReceiptQuery,
} = paymentsApi
