import { reconciliationResponse, type reconciliationsQuery } from '@tendwell/contract/reconciliation'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { readList } from '../../lib/list.ts'

const reconciliationApi = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliations: build.query({
      query: (params: z.output<typeof reconciliationsQuery>) => ({
        url: '/admin-panel/reconciliation/',
        params,
      }),
      transformResponse: readList(reconciliationResponse),
      providesTags: ['Admin'],
    }),
  }),
})

export const { useReconciliationsQuery } = reconciliationApi
