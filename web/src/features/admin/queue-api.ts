import { queueResponse } from '@tendwell/contract/admin-queue'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'

const queueApi = api.injectEndpoints({
  endpoints: (build) => ({
    queue: build.query<z.output<typeof queueResponse>, void>({
      query: () => '/admin-panel/queue/',
      responseSchema: queueResponse,
      // Every decision in the console may empty it.
      providesTags: ['Admin'],
    }),
  }),
})

export const { useQueueQuery } = queueApi
