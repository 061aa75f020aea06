import { adminRequest, type adminRequestsQuery } from '@tendwell/contract/console/users'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

export const requestsTag = { type: 'Admin', id: 'requests' } as const

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminRequests: build.query({
      query: (params: z.output<typeof adminRequestsQuery>) => ({ url: '/admin-panel/requests/', params }),
      transformResponse: readList(adminRequest),
      providesTags: [requestsTag],
    }),
  }),
})

export const { useAdminRequestsQuery } = requestsApi
