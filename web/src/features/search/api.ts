import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

/** If `isExact` is false, the server stopped counting at `count`. */
export type SearchResults = List<PublicCaregiver> & { isExact: boolean }

export function readSearchResults(answer: unknown): SearchResults {
  const isCounted = !(typeof answer === 'object' && answer !== null && 'count_is_exact' in answer)
  return { ...listOf<PublicCaregiver>(answer), isExact: isCounted || answer.count_is_exact === true }
}

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCaregivers: build.query<SearchResults, Record<string, string>>({
      query: (params) => ({ url: '/auth/caregivers/', params }),
      transformResponse: readSearchResults,
      providesTags: ['Caregivers'],
    }),
    publicCaregiver: build.query<PublicCaregiver, number>({
      query: (id) => `/auth/caregivers/${id}/`,
      providesTags: (_result, _error, id) => [{ type: 'Caregivers', id }],
    }),
  }),
})

export const { useSearchCaregiversQuery, usePublicCaregiverQuery } = searchApi
