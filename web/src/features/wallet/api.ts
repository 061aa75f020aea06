import type { Payout, PayoutBody, PayoutMethod, Wallet, WalletEntry } from '@tendwell/contract/wallet'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'
import { type List, listOf } from '../../lib/list.ts'

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    wallet: build.query<Wallet, void>({ query: () => '/wallets/mine', providesTags: ['Wallet'] }),
    walletEntries: build.query<
      List<WalletEntry>,
      /** `date` is a day in `timezone`. */
      { page: number; type?: string; date?: string; timezone?: string }
    >({
      query: (params) => ({ url: '/wallets/mine/entries', params }),
      transformResponse: (answer) => listOf<WalletEntry>(answer),
      providesTags: ['Wallet'],
    }),
    payoutMethod: build.query<PayoutMethod, void>({
      query: () => '/payouts/method',
      providesTags: ['Wallet'],
    }),
    payouts: build.query<List<Payout>, { page: number; status?: string }>({
      query: (params) => ({ url: '/payouts/me', params }),
      transformResponse: (answer) => listOf<Payout>(answer),
      providesTags: ['Wallet'],
    }),
    startOnboarding: build.mutation<{ url?: string }, void>({
      query: () => ({ url: '/payouts/onboarding-link', method: 'POST' }),
    }),
    withdraw: build.mutation<Payout, { body: PayoutBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/payouts/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      // After a refusal too: the balance may be another than is shown.
      invalidatesTags: ['Wallet'],
    }),
  }),
})

export const refreshWallet = () => walletApi.util.invalidateTags(['Wallet'])

export const {
  useWalletQuery,
  useWalletEntriesQuery,
  usePayoutMethodQuery,
  usePayoutsQuery,
  useStartOnboardingMutation,
  useWithdrawMutation,
} = walletApi
