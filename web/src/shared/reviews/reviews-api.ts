import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import {
  type FamilyRating,
  type FamilyRatingBody,
  familyRating,
  ratedVisit,
} from '@tendwell/contract/reviews/family-ratings'
import {
  type OwnReview,
  ownReview,
  type RatingSummary,
  type ReviewBody,
  type ReviewReply,
  type ReviewReplyBody,
  ratingSummary,
  reviewableBooking,
  reviewReply,
  reviewResponse,
} from '@tendwell/contract/reviews/reviews'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readList, readRows } from '../../lib/transport/list.ts'

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiverReviews: build.query({
      query: ({ caregiverId, page }: { caregiverId: number; page: number }) => ({
        url: `/reviews/caregivers/${caregiverId}/reviews/`,
        params: { page, page_size: LIST_PAGE_SIZES.reviews, ordering: '-created_at' },
      }),
      transformResponse: readList(reviewResponse),
      providesTags: ['Reviews'],
    }),
    ratingSummary: build.query<RatingSummary, number>({
      query: (caregiverId) => `/reviews/caregivers/${caregiverId}/rating-summary/`,
      responseSchema: ratingSummary,
      providesTags: ['RatingSummary'],
    }),
    reviewableBookings: build.query({
      query: ({ page, page_size = LIST_PAGE_SIZES.ownReviews }: { page: number; page_size?: number }) => ({
        url: '/reviews/caretakers/reviewable-bookings/',
        params: { page, page_size },
      }),
      transformResponse: readList(reviewableBooking),
      providesTags: ['Reviews'],
    }),
    ownReviews: build.query({
      query: ({ page }: { page: number }) => ({
        url: '/reviews/reviews/my_reviews/',
        params: { page, page_size: LIST_PAGE_SIZES.ownReviews },
      }),
      transformResponse: readList(ownReview),
      providesTags: ['Reviews'],
    }),
    writeReview: build.mutation<OwnReview, { body: ReviewBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/reviews/reviews/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: ownReview,
      // Also after a refusal, because the booking may no longer be open to reviews.
      invalidatesTags: (_review, error) => (error ? ['Reviews'] : ['Reviews', 'RatingSummary', 'Caregivers']),
    }),
    replyToReview: build.mutation<ReviewReply, { id: number; body: ReviewReplyBody }>({
      query: ({ id, body }) => ({ url: `/reviews/reviews/${id}/reply/`, method: 'POST', body }),
      responseSchema: reviewReply,
      // Also after a refusal, because it may have been answered elsewhere.
      invalidatesTags: ['Reviews'],
    }),
    familyRatings: build.query({
      query: (requestId: number) => `/reviews/bookings/${requestId}/family-ratings/`,
      transformResponse: readRows(ratedVisit),
      providesTags: ['Reviews'],
    }),
    rateFamily: build.mutation<FamilyRating, { body: FamilyRatingBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/reviews/family-ratings/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: familyRating,
      // Also after a refusal, because it may have been answered elsewhere.
      invalidatesTags: ['Reviews'],
    }),
  }),
})

export const {
  useCaregiverReviewsQuery,
  useRatingSummaryQuery,
  useReviewableBookingsQuery,
  useOwnReviewsQuery,
  useWriteReviewMutation,
  useReplyToReviewMutation,
  useFamilyRatingsQuery,
  useRateFamilyMutation,
} = reviewsApi
