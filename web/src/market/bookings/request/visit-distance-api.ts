import { type VisitDistance, visitDistance } from '@tendwell/contract/search/visit-distance'
import { api } from '../../../lib/transport/api-base.ts'

interface VisitPlace {
  caregiverId: number
  city: string
  country: string
}

const visitDistanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How far a visit is from a caregiver's city, in kilometers; null if it isn't known. */
    visitDistance: build.query<number | null, VisitPlace>({
      query: ({ caregiverId, ...params }) => ({ url: `/auth/caregivers/${caregiverId}/distance/`, params }),
      rawResponseSchema: visitDistance,
      transformResponse: ({ distance_km }: VisitDistance) => distance_km,
      providesTags: ['User'],
    }),
  }),
})

export const { useVisitDistanceQuery } = visitDistanceApi
