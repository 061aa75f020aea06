import type { Reconciliation } from '@tendwell/contract/reconciliation'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

const reconciliationApi = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliations: build.query<List<Reconciliation>, { page: number }>({
      query: (params) => ({ url: '/admin-panel/reconciliation/', params }),
      transformResponse: (answer) => listOf<Reconciliation>(answer),
      providesTags: ['Admin'],
    }),
  }),
})

export const { useReconciliationsQuery } = reconciliationApi
