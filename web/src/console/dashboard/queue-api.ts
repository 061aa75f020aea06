import { queueResponse } from '@tendwell/contract/console/queue'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'

/** The tags that decisions in the console invalidate. A tag without an id would not be among them. */
const decided = ['users', 'reports', 'disputes', 'money', 'jobs', 'queue']

const queueApi = api.injectEndpoints({
  endpoints: (build) => ({
    queue: build.query<z.output<typeof queueResponse>, void>({
      query: () => '/admin-panel/queue/',
      responseSchema: queueResponse,
      providesTags: decided.map((id) => ({ type: 'Admin' as const, id })),
    }),
  }),
})

export const { useQueueQuery } = queueApi
