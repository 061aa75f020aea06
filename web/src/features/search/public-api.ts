import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

/** If `isExact` is false, the server stopped counting at `count`. */
export type SearchResults = List<PublicCaregiver> & { isExact: boolean }

/** The one answer that is not checked: zod would take the search page over its size limit. */
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
  }),
})

export const { useSearchCaregiversQuery } = searchApi
