import type { DaySlot } from '@tendwell/contract/availability'
import type { BookingRequest, RequestBody } from '@tendwell/contract/bookings'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'

interface MonthKey {
  caregiverId: number
  /** `YYYY-MM`. */
  month: string
  timezone: string
}
export interface DayKey {
  caregiverId: number
  /** `YYYY-MM-DD` in `timezone`. */
  date: string
  timezone: string
}

const bookingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How many free slots each date has; dates without one may be absent. */
    freeMonth: build.query<Record<string, number>, MonthKey>({
      query: ({ caregiverId, month, timezone }) => ({
        url: '/availability/month/',
        params: {
          user_id: caregiverId,
          year: Number(month.slice(0, 4)),
          month: Number(month.slice(5)),
          timezone,
        },
      }),
      transformResponse: (answer: { days: Record<string, number> }) => answer.days,
      providesTags: ['Availability'],
    }),
    freeDay: build.query<DaySlot[], DayKey>({
      query: ({ caregiverId, date, timezone }) => ({
        url: '/availability/day/',
        params: { user_id: caregiverId, date, timezone },
      }),
      transformResponse: (answer: { slots: DaySlot[] }) => answer.slots,
      providesTags: ['Availability'],
    }),
    sendRequest: build.mutation<BookingRequest, { body: RequestBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/requests/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      // Refused for taken hours: what is shown as free is old.
      invalidatesTags: (result, error) => {
        if (result) return ['Requests', 'Availability']
        return error?.status === 409 ? ['Availability'] : []
      },
    }),
  }),
})

export const { useFreeMonthQuery, useFreeDayQuery, useLazyFreeDayQuery, useSendRequestMutation } = bookingApi
