import { erasureResponse } from '@tendwell/contract/people/own-data'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

const erasuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    erasures: build.query({
      query: (params: { page: number; page_size: number }) => ({ url: '/admin-panel/erasures/', params }),
      transformResponse: readList(erasureResponse),
      providesTags: [{ type: 'Admin', id: 'erasures' } as const],
    }),
  }),
})

export const { useErasuresQuery } = erasuresApi
