import { waitingBanMatch } from '@tendwell/contract/console/people'
import type { LookedAtBody } from '@tendwell/contract/reviews/family-ratings'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readRows } from '../../../lib/transport/list.ts'

/** Among the tags of the queue, which counts the people too. */
const reportsTag = { type: 'Admin', id: 'reports' } as const

const banMatchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    banMatches: build.query({
      query: () => '/admin-panel/ban-matches/',
      transformResponse: readRows(waitingBanMatch),
      providesTags: [reportsTag],
    }),
    lookAtBanMatches: build.mutation<
      z.output<typeof messageResponse>,
      { personId: number; body: LookedAtBody }
    >({
      query: ({ personId, body }) => ({
        url: `/admin-panel/people/${personId}/ban-matches/looked-at/`,
        method: 'POST',
        body,
      }),
      responseSchema: messageResponse,
      // Also after a failure: a colleague may have been first.
      invalidatesTags: [reportsTag, { type: 'Admin', id: 'history' }],
    }),
  }),
})

export const { useBanMatchesQuery, useLookAtBanMatchesMutation } = banMatchesApi
