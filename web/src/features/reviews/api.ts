import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type {
  OwnReview,
  RatingSummary,
  Review,
  ReviewableBooking,
  ReviewBody,
} from '@tendwell/contract/reviews'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'
import { type List, listOf } from '../../lib/list.ts'

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiverReviews: build.query<List<Review>, { caregiverId: number; page: number }>({
      query: ({ caregiverId, page }) => ({
        url: `/reviews/caregivers/${caregiverId}/reviews/`,
        params: { page, page_size: LIST_PAGE_SIZES.reviews, ordering: '-created_at' },
      }),
      transformResponse: (answer) => listOf<Review>(answer),
      providesTags: ['Reviews'],
    }),
    ratingSummary: build.query<RatingSummary, number>({
      query: (caregiverId) => `/reviews/caregivers/${caregiverId}/rating-summary/`,
      providesTags: ['RatingSummary'],
    }),
    reviewableBookings: build.query<List<ReviewableBooking>, { page: number; page_size?: number }>({
      query: ({ page, page_size = LIST_PAGE_SIZES.ownReviews }) => ({
        url: '/reviews/caretakers/reviewable-bookings/',
        params: { page, page_size },
      }),
      transformResponse: (answer) => listOf<ReviewableBooking>(answer),
      providesTags: ['Reviews'],
    }),
    ownReviews: build.query<List<OwnReview>, { page: number }>({
      query: ({ page }) => ({
        url: '/reviews/reviews/my_reviews/',
        params: { page, page_size: LIST_PAGE_SIZES.ownReviews },
      }),
      transformResponse: (answer) => listOf<OwnReview>(answer),
      providesTags: ['Reviews'],
    }),
    writeReview: build.mutation<OwnReview, { body: ReviewBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/reviews/reviews/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      // After a refusal too: the booking may be open to reviews no more.
      invalidatesTags: (_review, error) => (error ? ['Reviews'] : ['Reviews', 'RatingSummary', 'Caregivers']),
    }),
  }),
})

export const {
  useCaregiverReviewsQuery,
  useRatingSummaryQuery,
  useReviewableBookingsQuery,
  useOwnReviewsQuery,
  useWriteReviewMutation,
} = reviewsApi
