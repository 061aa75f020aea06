import {
  type DayAvailability,
  type DaySlot,
  dayResponse,
  type MonthAvailability,
  monthResponse,
} from '@tendwell/contract/availability/availability'
import { api } from '../../lib/transport/api-base.ts'

interface MonthKey {
  caregiverId: number
  /** `YYYY-MM`. */
  month: string
  timezone: string
}
interface DayKey {
  caregiverId: number
  /** `YYYY-MM-DD` in `timezone`. */
  date: string
  timezone: string
}

/** How often the free hours on screen are refetched, because other families book at the same time. */
const POLL_MS = 20_000
export const livePolling = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true } as const

const freeHoursApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Free slots per date, and the dates that are fully booked. A date in neither has no hours. */
    freeMonth: build.query<MonthAvailability, MonthKey>({
      query: ({ caregiverId, month, timezone }) => ({
        url: '/availability/month/',
        params: {
          user_id: caregiverId,
          year: Number(month.slice(0, 4)),
          month: Number(month.slice(5)),
          timezone,
        },
      }),
      responseSchema: monthResponse,
      providesTags: ['Availability'],
    }),
    freeDay: build.query<DaySlot[], DayKey>({
      query: ({ caregiverId, date, timezone }) => ({
        url: '/availability/day/',
        params: { user_id: caregiverId, date, timezone },
      }),
      rawResponseSchema: dayResponse,
      transformResponse: ({ slots }: DayAvailability) => slots,
      providesTags: ['Availability'],
    }),
  }),
})

export const { useFreeMonthQuery, useFreeDayQuery, useLazyFreeDayQuery } = freeHoursApi
