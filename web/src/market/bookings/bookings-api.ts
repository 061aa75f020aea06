import {
  type BookingDetail,
  type BookingRequest,
  type BookingTime,
  bookingDetail,
  bookingResponse,
  type MoveBody,
  type OpenRequests,
  pastResponse,
  type RequestBody,
  type RequestStatusBody,
  requestResponse,
} from '@tendwell/contract/bookings/bookings'
import {
  type Move,
  type MoveAnswer,
  type MoveSlots,
  moveResponse,
  moveSlotsResponse,
} from '@tendwell/contract/bookings/moves'
import type { VisitChangeBody } from '@tendwell/contract/bookings/visits'
import {
  type CancelBody,
  type CancellationPreview,
  cancellationPreview,
} from '@tendwell/contract/cancellation/calls'
import { type BackupCaregivers, backupCaregivers } from '@tendwell/contract/profiles/profiles'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type Interval, listMonthDates } from '@tendwell/contract/time'
import { toInterval } from '../../lib/format/instants.ts'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readList } from '../../lib/transport/list.ts'

interface BookingsPage {
  when?: BookingTime
  page: number
  page_size?: number
}

interface MoveSlotsKey {
  requestId: number
  bookingIds: readonly number[]
  /** `YYYY-MM`. */
  month: string
  timezone: string
}

const bookingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendRequest: build.mutation<BookingRequest, { body: RequestBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/requests/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: requestResponse,
      // If the hours are taken or closed, the free hours on screen are out of date.
      invalidatesTags: (result, error) => {
        if (result) return ['Requests', 'Availability']
        return error?.status === 409 || error?.status === 400 ? ['Availability'] : []
      },
    }),
    myRequests: build.query({
      query: (params: { open?: OpenRequests; page: number }) => ({ url: '/requests/mine/', params }),
      transformResponse: readList(requestResponse),
      providesTags: ['Requests'],
    }),
    incomingRequests: build.query({
      query: (params: { page: number }) => ({ url: '/requests/incoming/', params }),
      transformResponse: readList(requestResponse),
      providesTags: ['Requests'],
    }),
    bookingRequest: build.query<BookingRequest, number>({
      query: (id) => `/requests/${id}/`,
      responseSchema: requestResponse,
      providesTags: ['Requests'],
    }),
    answerRequest: build.mutation<BookingRequest, { id: number; answer: RequestStatusBody }>({
      query: ({ id, answer }) => ({ url: `/requests/${id}/status/`, method: 'PATCH', body: answer }),
      responseSchema: requestResponse,
      // Also after a refusal, because then the request on screen is out of date.
      invalidatesTags: ['Requests'],
    }),
    withdrawRequest: build.mutation<BookingRequest, number>({
      query: (id) => ({ url: `/requests/${id}/withdraw/`, method: 'POST' }),
      responseSchema: requestResponse,
      // Also after a refusal, because then the request on screen is out of date.
      invalidatesTags: ['Requests', 'Payments'],
    }),
    caretakerBookings: build.query({
      query: (params: BookingsPage) => ({ url: '/requests/bookings/caretaker/', params }),
      transformResponse: readList(bookingResponse),
      providesTags: ['Requests'],
    }),
    past: build.query({
      query: (params: { page: number }) => ({ url: '/requests/past/', params }),
      transformResponse: readList(pastResponse),
      providesTags: ['Requests'],
    }),
    /** Free hours of a month that these bookings can be moved to. */
    moveSlots: build.query<Interval[], MoveSlotsKey>({
      query: ({ requestId, bookingIds, month, timezone }) => {
        const dates = listMonthDates(Number(month.slice(0, 4)), Number(month.slice(5)))
        return {
          url: `/requests/${requestId}/move-slots/`,
          params: {
            booking_ids: bookingIds.join(','),
            date_from: dates[0] ?? '',
            date_to: dates.at(-1) ?? '',
            timezone,
          },
        }
      },
      rawResponseSchema: moveSlotsResponse,
      transformResponse: ({ slots }: MoveSlots) => slots.map(toInterval),
      providesTags: ['Availability'],
    }),
    proposeMove: build.mutation<Move, { requestId: number; body: MoveBody; key: string }>({
      query: ({ requestId, body, key }) => ({
        url: `/requests/${requestId}/moves/`,
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: moveResponse,
      // Also after a refusal, because then the hours on screen are out of date.
      invalidatesTags: ['Requests', 'Availability'],
    }),
    answerMove: build.mutation<Move, { id: number; status: MoveAnswer }>({
      query: ({ id, status }) => ({ url: `/moves/${id}/`, method: 'PATCH', body: { status } }),
      responseSchema: moveResponse,
      invalidatesTags: ['Requests', 'Availability'],
    }),
    /** What canceling these bookings now would do. */
    cancellation: build.query<CancellationPreview, { requestId: number; bookingIds: number[] }>({
      query: ({ requestId, bookingIds }) => ({
        url: `/requests/${requestId}/cancellation/`,
        params: { booking_ids: bookingIds.join(',') },
      }),
      responseSchema: cancellationPreview,
      keepUnusedDataFor: 0,
    }),
    /** Sends a backup caregiver the canceled hours that are ahead. */
    sendBackupRequest: build.mutation<
      BookingRequest,
      { requestId: number; caregiverId: number; key: string }
    >({
      query: ({ requestId, caregiverId, key }) => ({
        url: `/requests/${requestId}/backup-requests/`,
        method: 'POST',
        body: { caregiver_id: caregiverId },
        headers: idempotencyHeader(key),
      }),
      responseSchema: requestResponse,
      invalidatesTags: ['Requests', 'Availability'],
    }),
    /** Cancels what is ahead of a paid request. */
    cancelBookings: build.mutation<BookingRequest, { requestId: number; body: CancelBody; key: string }>({
      query: ({ requestId, body, key }) => ({
        url: `/requests/${requestId}/cancel/`,
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: requestResponse,
      // Also after a refusal, because then the booking on screen is out of date.
      invalidatesTags: ['Requests'],
    }),
    backupCaregivers: build.query<BackupCaregivers, number>({
      query: (requestId) => `/requests/${requestId}/backup-caregivers/`,
      responseSchema: backupCaregivers,
      providesTags: ['Availability', 'Requests'],
    }),
    caregiverBookings: build.query({
      query: (params: BookingsPage) => ({ url: '/requests/bookings/caregiver/', params }),
      transformResponse: readList(bookingResponse),
      providesTags: ['Requests'],
    }),
    booking: build.query<BookingDetail, { side: Side; requestId: number }>({
      query: ({ side, requestId }) => `/requests/bookings/${side}/${requestId}/`,
      responseSchema: bookingDetail,
      providesTags: ['Requests'],
    }),
    changeVisit: build.mutation<BookingDetail, { requestId: number; body: VisitChangeBody }>({
      query: ({ requestId, body }) => ({ url: `/requests/${requestId}/visit/`, method: 'PATCH', body }),
      responseSchema: bookingDetail,
      // Also after a refusal, because then the booking on screen is out of date.
      invalidatesTags: ['Requests'],
    }),
    /** A booking as a calendar file (RFC 5545). A mutation, because each download makes a new file. */
    makeCalendarFile: build.mutation<string, number>({
      query: (requestId) => ({
        url: `/requests/${requestId}/calendar.ics`,
        responseHandler: 'content-type',
      }),
    }),
  }),
})

export const {
  useSendRequestMutation,
  useMyRequestsQuery,
  useIncomingRequestsQuery,
  useBookingRequestQuery,
  useAnswerRequestMutation,
  useWithdrawRequestMutation,
  useCaretakerBookingsQuery,
  usePastQuery,
  useCaregiverBookingsQuery,
  useBookingQuery,
  useChangeVisitMutation,
  useMoveSlotsQuery,
  useProposeMoveMutation,
  useAnswerMoveMutation,
  useCancellationQuery,
  useCancelBookingsMutation,
  useSendBackupRequestMutation,
  useBackupCaregiversQuery,
  useMakeCalendarFileMutation,
} = bookingsApi
