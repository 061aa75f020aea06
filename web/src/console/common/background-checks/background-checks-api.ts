import {
  type backgroundCheckDecisionBody,
  backgroundCheckDecisionResponse,
  shownBirthDate,
  waitingBackgroundCheck,
  type waitingBackgroundChecksQuery,
} from '@tendwell/contract/console/background-checks'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

/** The lists of people and their records. */
const usersTag = { type: 'Admin', id: 'users' } as const

interface DecisionCall {
  id: number
  body: z.output<typeof backgroundCheckDecisionBody>
  key: string
}

const backgroundChecksApi = api.injectEndpoints({
  endpoints: (build) => ({
    waitingBackgroundChecks: build.query({
      query: (params: z.output<typeof waitingBackgroundChecksQuery>) => ({
        url: '/admin-panel/caregivers/background-checks/',
        params,
      }),
      transformResponse: readList(waitingBackgroundCheck),
      providesTags: [usersTag],
    }),
    showBirthDate: build.mutation<z.output<typeof shownBirthDate>, { id: number; reason: AccessReason }>({
      query: ({ id, reason }) => ({
        url: `/admin-panel/background-checks/${id}/show/`,
        method: 'POST',
        body: { reason },
      }),
      responseSchema: shownBirthDate,
      invalidatesTags: [{ type: 'Admin', id: 'history' }],
    }),
    decideBackgroundCheck: build.mutation<z.output<typeof backgroundCheckDecisionResponse>, DecisionCall>({
      query: ({ id, body, key }) => ({
        url: `/admin-panel/background-checks/${id}/decision/`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      responseSchema: backgroundCheckDecisionResponse,
      // Also after a failure: someone else may have decided.
      invalidatesTags: [usersTag, 'Caregivers'],
    }),
  }),
})

export const { useWaitingBackgroundChecksQuery, useShowBirthDateMutation, useDecideBackgroundCheckMutation } =
  backgroundChecksApi
