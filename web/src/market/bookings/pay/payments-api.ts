import { type BookingRequest, requestResponse } from '@tendwell/contract/bookings/bookings'
import {
  type Checkout,
  checkoutResponse,
  type PaymentStanding,
  paymentResponse,
  paymentStatusResponse,
  type Receipt,
  receiptResponse,
} from '@tendwell/contract/payments/payments'
import { api } from '../../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../../lib/transport/idempotency.ts'
import { readList } from '../../../lib/transport/list.ts'

/** An attempt to pay for a request; without a payment's id, the current one. */
export interface Attempt {
  requestId: number
  paymentId?: number | undefined
}

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startCheckout: build.mutation<Partial<Checkout>, { requestId: number; key: string }>({
      query: ({ requestId, key }) => ({
        url: `/payments/bookings/${requestId}/confirm`,
        method: 'POST',
        headers: idempotencyHeader(key),
      }),
      // An answer without the address gets a message of its own.
      responseSchema: checkoutResponse.partial(),
      invalidatesTags: (_result, error) => (error ? ['Requests'] : []),
    }),
    paymentState: build.query<PaymentStanding, Attempt & { refresh?: true }>({
      query: ({ requestId, paymentId, refresh }) => ({
        url: `/payments/bookings/${requestId}`,
        params: { payment_id: paymentId, refresh },
      }),
      responseSchema: paymentStatusResponse,
      providesTags: (state) => (state ? ['Payments'] : []),
      // Data from before the card page is out of date.
      keepUnusedDataFor: 0,
    }),
    confirmPayment: build.mutation<BookingRequest, Attempt>({
      query: ({ requestId, paymentId }) => ({
        url: '/requests/confirm/',
        method: 'POST',
        body: { request_id: requestId, payment_id: paymentId },
      }),
      responseSchema: requestResponse,
      // Also after a refusal, because the server has asked the provider and the screen may be out of date.
      invalidatesTags: (_result, error) => {
        if (error) return error.status === 409 ? ['Requests', 'Payments'] : []
        return ['Requests', 'Availability', 'Payments', 'Notification']
      },
    }),
    myPayments: build.query({
      query: (params: { page: number }) => ({ url: '/payments/mine', params }),
      transformResponse: readList(paymentResponse),
      providesTags: ['Payments'],
    }),
    receipt: build.query<Receipt, number>({
      query: (paymentId) => `/payments/${paymentId}`,
      responseSchema: receiptResponse,
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
