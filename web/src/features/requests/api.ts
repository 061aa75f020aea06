import type { Booking, BookingRequest } from '@tendwell/contract/bookings'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    myRequests: build.query<List<BookingRequest>, { page: number }>({
      query: (params) => ({ url: '/requests/mine/', params }),
      transformResponse: (answer) => listOf<BookingRequest>(answer),
      providesTags: ['Requests'],
    }),
    incomingRequests: build.query<List<BookingRequest>, { page: number }>({
      query: (params) => ({ url: '/requests/incoming/', params }),
      transformResponse: (answer) => listOf<BookingRequest>(answer),
      providesTags: ['Requests'],
    }),
    bookingRequest: build.query<BookingRequest, number>({
      query: (id) => `/requests/${id}/`,
      providesTags: ['Requests'],
    }),
    answerRequest: build.mutation<BookingRequest, { id: number; status: 'accepted' | 'rejected' }>({
      query: ({ id, status }) => ({ url: `/requests/${id}/status/`, method: 'PATCH', body: { status } }),
      // A refusal, too, means that what is shown is no longer so.
      invalidatesTags: ['Requests'],
    }),
    caretakerBookings: build.query<List<Booking>, { page: number }>({
      query: (params) => ({ url: '/requests/bookings/caretaker/', params }),
      transformResponse: (answer) => listOf<Booking>(answer),
      providesTags: ['Requests'],
    }),
    caregiverBookings: build.query<List<Booking>, { page: number }>({
      query: (params) => ({ url: '/requests/bookings/caregiver/', params }),
      transformResponse: (answer) => listOf<Booking>(answer),
      providesTags: ['Requests'],
    }),
  }),
})

export const {
  useMyRequestsQuery,
  useIncomingRequestsQuery,
  useBookingRequestQuery,
  useAnswerRequestMutation,
  useCaretakerBookingsQuery,
  useCaregiverBookingsQuery,
} = requestsApi
