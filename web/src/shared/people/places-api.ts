import type { Place } from '@tendwell/contract/profiles/places'
import { api } from '../../lib/transport/api-base.ts'
import { listOf } from '../../lib/transport/list.ts'

/** The answer is not checked, as that of the search, so that its filters load without zod. */
const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestPlaces: build.query<Place[], string>({
      query: (q) => ({ url: '/places/', params: { q } }),
      transformResponse: (answer) => listOf<Place>(answer).results,
    }),
  }),
})

export const { useSuggestPlacesQuery } = placesApi
