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

// Only types of the contract, because visitors' pages use some of these and load without zod.
const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiverReviews: build.query<List<Review>, { caregiverId: number; page: number }>({
      query: ({ caregiverId, page }) => ({
        url: `/reviews/caregivers/${caregiverId}/reviews/`,
        params: { page, page_size: LIST_PAGE_SIZES.reviews, ordering: '-created_at' },
      }),
      transformResponse: listOf<Review>,
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
      transformResponse: listOf<ReviewableBooking>,
      providesTags: ['Reviews'],
    }),
    ownReviews: build.query<List<OwnReview>, { page: number }>({
      query: ({ page }) => ({
        url: '/reviews/reviews/my_reviews/',
        params: { page, page_size: LIST_PAGE_SIZES.ownReviews },
      }),
      transformResponse: listOf<OwnReview>,
      providesTags: ['Reviews'],
    }),
    writeReview: build.mutation<OwnReview, { body: ReviewBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/reviews/reviews/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      // Also after a refusal, because the booking may no longer be open to reviews.
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
