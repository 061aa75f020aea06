import { type Place, placeSchema } from '@tendwell/contract/profiles/places'
import { api } from '../../lib/transport/api-base.ts'
import { readRows } from '../../lib/transport/list.ts'

const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestPlaces: build.query<Place[], string>({
      query: (q) => ({ url: '/places/', params: { q } }),
      transformResponse: readRows(placeSchema),
    }),
  }),
})

export const { useSuggestPlacesQuery } = placesApi
