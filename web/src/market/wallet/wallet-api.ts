import { lenient } from '@tendwell/contract/lenient-input'
import {
  type OnboardingLink,
  onboardingLinkResponse,
  type Payout,
  type PayoutBody,
  type PayoutMethod,
  payoutMethodResponse,
  payoutResponse,
  type Statement,
  statementResponse,
  totalsResponse,
  type Wallet,
  walletEntry,
  walletResponse,
  type YearTotals,
} from '@tendwell/contract/payments/wallet'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readList } from '../../lib/transport/list.ts'

/** An unknown status is shown as canceled. */
const payout = payoutResponse.extend({ status: payoutResponse.shape.status.catch('canceled') })

interface EntryFilters {
  type?: string
  /** A day in `timezone`. */
  date?: string
  timezone?: string
}

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    wallet: build.query<Wallet, void>({
      query: () => '/wallets/mine',
      responseSchema: lenient(walletResponse),
      providesTags: ['Wallet'],
    }),
    walletEntries: build.query({
      query: (params: EntryFilters & { page: number }) => ({ url: '/wallets/mine/entries', params }),
      transformResponse: readList(walletEntry),
      providesTags: ['Wallet'],
    }),
    /** @param year the current one by default */
    yearTotals: build.query<YearTotals, number | undefined>({
      query: (year) => ({ url: '/wallets/mine/totals', params: year ? { year } : {} }),
      responseSchema: totalsResponse,
      providesTags: ['Wallet'],
    }),
    /** @param month `YYYY-MM` */
    statement: build.query<Statement, string>({
      query: (month) => ({ url: '/wallets/mine/statement', params: { month } }),
      responseSchema: statementResponse,
      providesTags: ['Wallet'],
    }),
    payoutMethod: build.query<PayoutMethod, void>({
      query: () => '/payouts/method',
      responseSchema: payoutMethodResponse,
      providesTags: ['Wallet'],
    }),
    payouts: build.query({
      query: (params: { page: number; status?: string }) => ({ url: '/payouts/me', params }),
      transformResponse: readList(payout),
      providesTags: ['Wallet'],
    }),
    startOnboarding: build.mutation<OnboardingLink, void>({
      query: () => ({ url: '/payouts/onboarding-link', method: 'POST' }),
      responseSchema: onboardingLinkResponse,
    }),
    withdraw: build.mutation<Payout, { body: PayoutBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/payouts/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: payout,
      // After a refusal too: the balance may have changed.
      invalidatesTags: ['Wallet'],
    }),
  }),
})

export const refreshWallet = () => walletApi.util.invalidateTags(['Wallet'])

export const {
  useWalletQuery,
  useWalletEntriesQuery,
  useYearTotalsQuery,
  useStatementQuery,
  usePayoutMethodQuery,
  usePayoutsQuery,
  useStartOnboardingMutation,
  useWithdrawMutation,
} = walletApi
