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
interface FreeMonth {
  days: Record<string, number>
  full: string[]
}
export interface DayKey {
  caregiverId: number
  /** `YYYY-MM-DD` in `timezone`. */
  date: string
  timezone: string
}

/** Other families book meanwhile: what is looked at is asked for again this often. */
const FRESH_MS = 20_000
export const keptFresh = { pollingInterval: FRESH_MS, skipPollingIfUnfocused: true } as const

const bookingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How many free slots each date has, and which dates are booked out; those in neither have no hours. */
    freeMonth: build.query<FreeMonth, MonthKey>({
      query: ({ caregiverId, month, timezone }) => ({
        url: '/availability/month/',
        params: {
          user_id: caregiverId,
          year: Number(month.slice(0, 4)),
          month: Number(month.slice(5)),
          timezone,
        },
      }),
      transformResponse: ({ days, full }: FreeMonth) => ({ days, full: full ?? [] }),
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
      // Refused for hours that are taken or closed: what is shown as free is old.
      invalidatesTags: (result, error) => {
        if (result) return ['Requests', 'Availability']
        return error?.status === 409 || error?.status === 400 ? ['Availability'] : []
      },
    }),
  }),
})

export const { useFreeMonthQuery, useFreeDayQuery, useLazyFreeDayQuery, useSendRequestMutation } = bookingApi
