import {
  type decideRecoveryBody,
  listedRecovery,
  type PersonTwoStep,
  personTwoStepResponse,
  type requestRecoveryBody,
  type TwoStepRecovery,
  twoStepRecovery,
} from '@tendwell/contract/sign-in/two-step'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

const recoveriesTag = { type: 'Admin', id: 'two-step-recoveries' } as const
const queueTag = { type: 'Admin', id: 'queue' } as const

const twoStepApi = api.injectEndpoints({
  endpoints: (build) => ({
    personTwoStep: build.query<PersonTwoStep, number>({
      query: (personId) => `/admin-panel/people/${personId}/two-step/`,
      responseSchema: personTwoStepResponse,
      providesTags: [recoveriesTag],
    }),
    openRecoveries: build.query({
      query: (params: { page: number; page_size: number }) => ({
        url: '/admin-panel/two-step-recoveries/',
        params,
      }),
      transformResponse: readList(listedRecovery),
      providesTags: [recoveriesTag],
    }),
    requestRecovery: build.mutation<
      TwoStepRecovery,
      { personId: number } & z.input<typeof requestRecoveryBody>
    >({
      query: ({ personId, reason }) => ({
        url: `/admin-panel/people/${personId}/two-step/recovery/`,
        method: 'POST',
        body: { reason },
      }),
      responseSchema: twoStepRecovery,
      // Also after a failure: someone else may have asked or decided meanwhile.
      invalidatesTags: [recoveriesTag, queueTag],
    }),
    decideRecovery: build.mutation<
      TwoStepRecovery,
      { recoveryId: number } & z.input<typeof decideRecoveryBody>
    >({
      query: ({ recoveryId, decision }) => ({
        url: `/admin-panel/two-step-recoveries/${recoveryId}/decision/`,
        method: 'POST',
        body: { decision },
      }),
      responseSchema: twoStepRecovery,
      invalidatesTags: [recoveriesTag, queueTag],
    }),
  }),
})

export const {
  usePersonTwoStepQuery,
  useOpenRecoveriesQuery,
  useRequestRecoveryMutation,
  useDecideRecoveryMutation,
} = twoStepApi
