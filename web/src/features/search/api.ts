import { type PublicCaregiver, publicCaregiver } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'

export const caregiverApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicCaregiver: build.query<PublicCaregiver, number>({
      query: (id) => `/auth/caregivers/${id}/`,
      responseSchema: publicCaregiver,
      providesTags: (_result, _error, id) => [{ type: 'Caregivers', id }],
    }),
  }),
})

export const { usePublicCaregiverQuery } = caregiverApi
