import {
  type paidAnotherWayBody,
  type refundDecisionBody,
  refundOptions,
  type StaffRefundBody,
  staffRefundResponse,
  waitingRefund,
} from '@tendwell/contract/payments/staff-refunds'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readRows } from '../../../lib/transport/list.ts'

const moneyTag = { type: 'Admin', id: 'money' } as const
const recordsTag = { type: 'Admin', id: 'records' } as const

/** Refunds that staff decide on. @see docs/rules/money.md#refunds-by-staff */
const refundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    refundOptions: build.query<z.output<typeof refundOptions>, number>({
      query: (bookingId) => `/admin-panel/bookings/${bookingId}/refund/`,
      responseSchema: refundOptions,
      providesTags: [moneyTag, recordsTag],
    }),
    refundBooking: build.mutation<
      z.output<typeof staffRefundResponse>,
      { bookingId: number; body: StaffRefundBody }
    >({
      query: ({ bookingId, body }) => ({
        url: `/admin-panel/bookings/${bookingId}/refund/`,
        method: 'POST',
        body,
      }),
      responseSchema: staffRefundResponse,
      // Also after a failure: what can be refunded may have changed.
      invalidatesTags: [moneyTag, recordsTag],
    }),
    waitingRefunds: build.query({
      query: () => '/admin-panel/waiting-refunds/',
      transformResponse: readRows(waitingRefund),
      providesTags: [moneyTag],
    }),
    decideOnRefund: build.mutation<
      z.output<typeof messageResponse>,
      { id: number; body: z.input<typeof refundDecisionBody> }
    >({
      query: ({ id, body }) => ({
        url: `/admin-panel/waiting-refunds/${id}/decision/`,
        method: 'POST',
        body,
      }),
      responseSchema: messageResponse,
      // Also after a failure: another person may have decided first.
      invalidatesTags: [moneyTag, recordsTag],
    }),
    payRefundAnotherWay: build.mutation<
      z.output<typeof messageResponse>,
      { id: number; body: z.output<typeof paidAnotherWayBody> }
    >({
      query: ({ id, body }) => ({
        url: `/admin-panel/refunds/${id}/paid-another-way/`,
        method: 'POST',
        body,
      }),
      responseSchema: messageResponse,
      // Also after a failure: the provider may have sent it.
      invalidatesTags: [moneyTag, recordsTag],
    }),
  }),
})

export const {
  useRefundOptionsQuery,
  useRefundBookingMutation,
  useWaitingRefundsQuery,
  useDecideOnRefundMutation,
  usePayRefundAnotherWayMutation,
} = refundsApi
