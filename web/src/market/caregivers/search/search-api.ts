import {
  type CaregiverPage,
  caregiverPage,
  type PublicCaregiver,
  publicCaregiver,
} from '@tendwell/contract/profiles/profiles'
import { api } from '../../../lib/transport/api-base.ts'
import { type List, readList } from '../../../lib/transport/list.ts'

/** If `isExact` is false, the server stopped counting at `count`. */
export type SearchResults = List<PublicCaregiver> & {
  isExact: boolean
  near: CaregiverPage['near']
  named: CaregiverPage['named']
  /** The search text as it was understood; null if no word of it was misspelled. */
  correctedText: string | null
  /** What the roles that the text names in another language are called. */
  roles: readonly string[]
  nearest: CaregiverPage['nearest']
}

const readCaregivers = readList(publicCaregiver)
/** Lists without them are exact, near no place, found by the text as it is in English, and have nothing near. */
const searchFacts = caregiverPage
  .pick({ count_is_exact: true, near: true, named: true, corrected_q: true, roles: true, nearest: true })
  .partial()

export function readSearchResults(answer: unknown): SearchResults {
  const facts = searchFacts.parse(Array.isArray(answer) ? {} : answer)
  return {
    ...readCaregivers(answer),
    isExact: facts.count_is_exact !== false,
    near: facts.near ?? null,
    named: facts.named ?? null,
    correctedText: facts.corrected_q ?? null,
    roles: facts.roles ?? [],
    nearest: facts.nearest ?? null,
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
