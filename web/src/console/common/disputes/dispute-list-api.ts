import { adminDispute } from '@tendwell/contract/console/disputes'
import type { adminDisputesQuery } from '@tendwell/contract/console/users'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

export const disputesTag = { type: 'Admin', id: 'disputes' } as const

const disputeListApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminDisputes: build.query({
      query: (params: z.output<typeof adminDisputesQuery>) => ({ url: '/admin-panel/disputes/', params }),
      transformResponse: readList(adminDispute),
      providesTags: [disputesTag],
    }),
  }),
})

export const { useAdminDisputesQuery } = disputeListApi
