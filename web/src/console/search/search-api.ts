import { adminSearchResponse } from '@tendwell/contract/console/search'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchRecords: build.query<z.output<typeof adminSearchResponse>, string>({
      query: (q) => ({ url: '/admin-panel/search/', params: { q } }),
      responseSchema: adminSearchResponse,
      // Someone may have been added since the same search.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useSearchRecordsQuery } = searchApi
