import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCaregivers: build.query<List<PublicCaregiver>, Record<string, string>>({
      query: (params) => ({ url: '/auth/caregivers/', params }),
      transformResponse: (answer) => listOf<PublicCaregiver>(answer),
      providesTags: ['Caregivers'],
    }),
    publicCaregiver: build.query<PublicCaregiver, number>({
      query: (id) => `/auth/caregivers/${id}/`,
      providesTags: (_result, _error, id) => [{ type: 'Caregivers', id }],
    }),
  }),
})

export const { useSearchCaregiversQuery, usePublicCaregiverQuery } = searchApi
