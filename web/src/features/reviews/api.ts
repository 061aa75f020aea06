import { type RatingSummary, REVIEW_PAGE_SIZE, type Review } from '@tendwell/contract/reviews'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiverReviews: build.query<List<Review>, { caregiverId: number; page: number }>({
      query: ({ caregiverId, page }) => ({
        url: `/reviews/caregivers/${caregiverId}/reviews/`,
        params: { page, page_size: REVIEW_PAGE_SIZE, ordering: '-created_at' },
      }),
      transformResponse: (answer) => listOf<Review>(answer),
      providesTags: ['Reviews'],
    }),
    ratingSummary: build.query<RatingSummary, number>({
      query: (caregiverId) => `/reviews/caregivers/${caregiverId}/rating-summary/`,
      providesTags: ['RatingSummary'],
    }),
  }),
})

export const { useCaregiverReviewsQuery, useRatingSummaryQuery } = reviewsApi
