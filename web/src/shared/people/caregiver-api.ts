import { type CaregiverDetail, caregiverDetail } from '@tendwell/contract/profiles/profiles'
import { api } from '../../lib/transport/api-base.ts'

export const caregiverApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicCaregiver: build.query<CaregiverDetail, number>({
      query: (id) => `/auth/caregivers/${id}/`,
      responseSchema: caregiverDetail,
      providesTags: (_result, _error, id) => [{ type: 'Caregivers', id }],
    }),
  }),
})

export const { usePublicCaregiverQuery } = caregiverApi
