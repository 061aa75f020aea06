import {
  type AdminPaymentsQuery,
  type AdminPayoutsQuery,
  type AdminRefundsQuery,
  adminChargeback,
  adminPayment,
  adminPayout,
  adminRefund,
  moneyActionResponse,
} from '@tendwell/contract/console/money'
import { type BankReviewBody, bankReview } from '@tendwell/contract/payments/bank-reviews'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList, readRows } from '../../../lib/transport/list.ts'

/** What can be done about one row, `payments/7/retry`, or one person. */
export type MoneyAction =
  | `${'payments' | 'refunds' | 'payouts'}/${number}/retry`
  | `payouts/${number}/cancel`
  | `people/${number}/allow-payments`

const moneyTag = { type: 'Admin', id: 'money' } as const

const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    allPayments: build.query({
      query: (params: AdminPaymentsQuery) => ({ url: '/admin-panel/payments/', params }),
      transformResponse: readList(adminPayment),
      providesTags: [moneyTag],
    }),
    allRefunds: build.query({
      query: (params: AdminRefundsQuery) => ({ url: '/admin-panel/refunds/', params }),
      transformResponse: readList(adminRefund),
      providesTags: [moneyTag],
    }),
    allPayouts: build.query({
      query: (params: AdminPayoutsQuery) => ({ url: '/admin-panel/payouts/', params }),
      transformResponse: readList(adminPayout),
      providesTags: [moneyTag],
    }),
    openChargebacks: build.query({
      query: () => '/admin-panel/chargebacks/',
      transformResponse: readRows(adminChargeback),
      providesTags: [moneyTag],
    }),
    bankReviews: build.query({
      query: () => '/admin-panel/bank-reviews/',
      transformResponse: readRows(bankReview),
      providesTags: [moneyTag],
    }),
    decideOnBank: build.mutation<
      z.output<typeof messageResponse>,
      { personId: number; body: BankReviewBody }
    >({
      query: ({ personId, body }) => ({
        url: `/admin-panel/bank-reviews/${personId}/decision/`,
        method: 'POST',
        body,
      }),
      responseSchema: messageResponse,
      // Also after a failure: another person may have decided first.
      invalidatesTags: [moneyTag],
    }),
    actOnMoney: build.mutation<z.output<typeof moneyActionResponse>, MoneyAction>({
      query: (action) => ({ url: `/admin-panel/${action}/`, method: 'POST' }),
      responseSchema: moneyActionResponse,
      // Also after a failure: it may have moved on by itself.
      invalidatesTags: [moneyTag, { type: 'Admin', id: 'records' }],
    }),
  }),
})

export const {
  useAllPaymentsQuery,
  useAllRefundsQuery,
  useAllPayoutsQuery,
  useActOnMoneyMutation,
  useOpenChargebacksQuery,
  useBankReviewsQuery,
  useDecideOnBankMutation,
} = moneyApi
