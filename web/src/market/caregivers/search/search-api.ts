import type { CaregiverPage, PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { api } from '../../../lib/transport/api-base.ts'
import { type List, listOf } from '../../../lib/transport/list.ts'

/** If `isExact` is false, the server stopped counting at `count`. */
export type SearchResults = List<PublicCaregiver> & { isExact: boolean; near: CaregiverPage['near'] }

/** The one answer that is not checked: zod would take the search page over its size limit. */
export function readSearchResults(answer: unknown): SearchResults {
  const page = (typeof answer === 'object' ? answer : null) as Partial<CaregiverPage> | null
  return {
    ...listOf<PublicCaregiver>(answer),
    isExact: page?.count_is_exact !== false,
    near: page?.near ?? null,
  }
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
