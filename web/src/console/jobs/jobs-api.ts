import {
  type AdminJob,
  adminJob,
  type adminJobsQuery,
  jobActionResponse,
} from '@tendwell/contract/console/jobs'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

const jobsTag = { type: 'Admin', id: 'jobs' } as const

const jobsApi = api.injectEndpoints({
  endpoints: (build) => ({
    jobs: build.query({
      query: (params: z.output<typeof adminJobsQuery>) => ({ url: '/admin-panel/jobs/', params }),
      transformResponse: readList(adminJob),
      providesTags: [jobsTag],
    }),
    actOnJob: build.mutation<
      z.output<typeof jobActionResponse>,
      Pick<AdminJob, 'id'> & { action: 'retry' | 'drop' }
    >({
      query: ({ id, action }) => ({ url: `/admin-panel/jobs/${id}/${action}/`, method: 'POST' }),
      responseSchema: jobActionResponse,
      // Also after a failure: the job may have run in the meantime.
      invalidatesTags: [jobsTag],
    }),
    retryFailedJobs: build.mutation<z.output<typeof jobActionResponse>, void>({
      query: () => ({ url: '/admin-panel/jobs/retry/', method: 'POST' }),
      responseSchema: jobActionResponse,
      invalidatesTags: [jobsTag],
    }),
  }),
})

export const { useJobsQuery, useActOnJobMutation, useRetryFailedJobsMutation } = jobsApi
