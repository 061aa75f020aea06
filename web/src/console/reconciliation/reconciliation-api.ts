import {
  differenceResponse,
  type differencesQuery,
  reconciliationResponse,
  type reconciliationsQuery,
  type resolveBody,
} from '@tendwell/contract/payments/reconciliation'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

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
    differences: build.query({
      query: (params: z.output<typeof differencesQuery>) => ({
        url: '/admin-panel/reconciliation/differences/',
        params,
      }),
      transformResponse: readList(differenceResponse),
      providesTags: ['Admin'],
    }),
    resolveDifference: build.mutation<
      z.output<typeof messageResponse>,
      { id: number; body: z.input<typeof resolveBody> }
    >({
      query: ({ id, body }) => ({ url: `/admin-panel/reconciliation/${id}/resolve/`, method: 'POST', body }),
      responseSchema: messageResponse,
      // Also after a failure: another person may have resolved it first.
      invalidatesTags: ['Admin'],
    }),
  }),
})

export const { useReconciliationsQuery, useDifferencesQuery, useResolveDifferenceMutation } =
  reconciliationApi
