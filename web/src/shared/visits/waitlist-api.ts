import {
  type ListedWait,
  type Wait,
  wait,
  type waitBody,
  waitsResponse,
} from '@tendwell/contract/availability/waitlist'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'

const path = '/availability/waitlist/'

const waitlistApi = api.injectEndpoints({
  endpoints: (build) => ({
    waits: build.query<ListedWait[], void>({
      query: () => path,
      transformResponse: (answer) => waitsResponse.parse(answer).waits,
      providesTags: ['Waits'],
    }),
    waitForHours: build.mutation<Wait, z.infer<typeof waitBody>>({
      query: (body) => ({ url: path, method: 'POST', body }),
      responseSchema: wait,
      invalidatesTags: ['Waits'],
    }),
    stopWaiting: build.mutation<void, number>({
      query: (id) => ({ url: `${path}${id}/`, method: 'DELETE', body: {} }),
      invalidatesTags: ['Waits'],
    }),
  }),
})

export const { useWaitsQuery, useWaitForHoursMutation, useStopWaitingMutation } = waitlistApi
