import { favoriteIds } from '@tendwell/contract/search/favorites'
import { api } from '../../../lib/transport/api-base.ts'
import { readSearchResults, type SearchResults } from '../search/search-api.ts'

const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    favoriteIds: build.query<number[], void>({
      query: () => '/favorites/ids',
      transformResponse: (answer) => favoriteIds.parse(answer).ids,
      providesTags: ['Favorites'],
    }),
    favorites: build.query<SearchResults, { page: number }>({
      query: (params) => ({ url: '/favorites/', params }),
      transformResponse: readSearchResults,
      providesTags: ['Favorites', 'Caregivers'],
    }),
    setFavorite: build.mutation<void, { id: number; isFavorite: boolean }>({
      query: ({ id, isFavorite }) => ({
        url: `/favorites/${id}/`,
        method: isFavorite ? 'PUT' : 'DELETE',
        body: {},
      }),
      // The heart changes at once, and changes back if the call fails.
      async onQueryStarted({ id, isFavorite }, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          favoritesApi.util.updateQueryData('favoriteIds', undefined, (ids) =>
            isFavorite ? [id, ...ids] : ids.filter((one) => one !== id),
          ),
        )
        await queryFulfilled.catch(patch.undo)
      },
      invalidatesTags: ['Favorites'],
    }),
  }),
})

export const { useFavoriteIdsQuery, useFavoritesQuery, useSetFavoriteMutation } = favoritesApi
