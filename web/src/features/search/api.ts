import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

/** `count` is the most that the server counts where `isExact` is false. */
export type FoundCaregivers = List<PublicCaregiver> & { isExact: boolean }

export function foundOf(answer: unknown): FoundCaregivers {
  const isCounted = !(typeof answer === 'object' && answer !== null && 'count_is_exact' in answer)
  return { ...listOf<PublicCaregiver>(answer), isExact: isCounted || answer.count_is_exact === true }
}

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCaregivers: build.query<FoundCaregivers, Record<string, string>>({
      query: (params) => ({ url: '/auth/caregivers/', params }),
      transformResponse: foundOf,
      providesTags: ['Caregivers'],
    }),
    publicCaregiver: build.query<PublicCaregiver, number>({
      query: (id) => `/auth/caregivers/${id}/`,
      providesTags: (_result, _error, id) => [{ type: 'Caregivers', id }],
    }),
  }),
})

export const { useSearchCaregiversQuery, usePublicCaregiverQuery } = searchApi
