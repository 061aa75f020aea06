import {
  adminFamilyRating,
  familyPattern,
  type LookedAtBody,
} from '@tendwell/contract/reviews/family-ratings'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList, readRows } from '../../../lib/transport/list.ts'

/** Among the tags of the queue, which counts the families too. */
const reportsTag = { type: 'Admin', id: 'reports' } as const

const familyRatingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    familyPatterns: build.query({
      query: () => '/admin-panel/family-patterns/',
      transformResponse: readRows(familyPattern),
      providesTags: [reportsTag],
    }),
    personFamilyRatings: build.query({
      query: ({ id, ...params }: { id: number; page: number; page_size: number }) => ({
        url: `/admin-panel/people/${id}/family-ratings/`,
        params,
      }),
      transformResponse: readList(adminFamilyRating),
      providesTags: [reportsTag],
    }),
    lookAtFamily: build.mutation<z.output<typeof messageResponse>, { personId: number; body: LookedAtBody }>({
      query: ({ personId, body }) => ({
        url: `/admin-panel/people/${personId}/family-ratings/looked-at/`,
        method: 'POST',
        body,
      }),
      responseSchema: messageResponse,
      // Also after a failure: a colleague may have been first.
      invalidatesTags: [reportsTag, { type: 'Admin', id: 'history' }],
    }),
  }),
})

export const { useFamilyPatternsQuery, usePersonFamilyRatingsQuery, useLookAtFamilyMutation } =
  familyRatingsApi
