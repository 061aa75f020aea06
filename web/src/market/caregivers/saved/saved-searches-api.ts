import {
  type SavedSearch,
  savedSearch,
  savedSearchesResponse,
} from '@tendwell/contract/search/saved-searches'
import { api } from '../../../lib/transport/api-base.ts'

const savedSearchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    savedSearches: build.query<SavedSearch[], void>({
      query: () => '/saved-searches/',
      transformResponse: (answer) => savedSearchesResponse.parse(answer).searches,
      providesTags: ['SavedSearches'],
    }),
    /** Takes the query of the search. */
    saveSearch: build.mutation<SavedSearch, Record<string, string>>({
      query: (body) => ({ url: '/saved-searches/', method: 'POST', body }),
      responseSchema: savedSearch,
      invalidatesTags: ['SavedSearches'],
    }),
    deleteSavedSearch: build.mutation<void, number>({
      query: (id) => ({ url: `/saved-searches/${id}/`, method: 'DELETE', body: {} }),
      invalidatesTags: ['SavedSearches'],
    }),
  }),
})

export const { useSavedSearchesQuery, useSaveSearchMutation, useDeleteSavedSearchMutation } = savedSearchesApi
