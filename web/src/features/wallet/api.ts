import type { Wallet, WalletEntry } from '@tendwell/contract/wallet'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    wallet: build.query<Wallet, void>({ query: () => '/wallets/mine', providesTags: ['Wallet'] }),
    walletEntries: build.query<List<WalletEntry>, { page: number; type?: string; date?: string }>({
      query: (params) => ({ url: '/wallets/mine/entries', params }),
      transformResponse: (answer) => listOf<WalletEntry>(answer),
      providesTags: ['Wallet'],
    }),
  }),
})

export const { useWalletQuery, useWalletEntriesQuery } = walletApi
