import {
  type OutsideCalendar,
  type OutsideCalendarBody,
  outsideCalendarResponse,
} from '@tendwell/contract/calendars/outside-calendars'
import { getErrorStatus } from '../../../lib/errors.ts'
import { api } from '../../../lib/transport/api-base.ts'
import { readRows } from '../../../lib/transport/list.ts'

const path = '/calendars/outside'

/**
 * Failures, too: a rejection often means that the shown data is out of date, a 403 that the caregiver isn't
 * verified.
 */
function refreshing(_result: unknown, error: unknown) {
  return getErrorStatus(error) === 403
    ? ['Availability' as const, 'User' as const]
    : ['Availability' as const]
}

const outsideApi = api.injectEndpoints({
  endpoints: (build) => ({
    outsideCalendars: build.query<OutsideCalendar[], void>({
      query: () => path,
      transformResponse: readRows(outsideCalendarResponse),
      providesTags: ['Availability'],
    }),
    addOutsideCalendar: build.mutation<OutsideCalendar, OutsideCalendarBody>({
      query: (body) => ({ url: path, method: 'POST', body }),
      responseSchema: outsideCalendarResponse,
      invalidatesTags: refreshing,
    }),
    /** Whether the calendar could be read is in the answer. */
    refreshOutsideCalendar: build.mutation<OutsideCalendar, number>({
      query: (id) => ({ url: `${path}/${id}/refresh`, method: 'POST' }),
      responseSchema: outsideCalendarResponse,
      invalidatesTags: refreshing,
    }),
    removeOutsideCalendar: build.mutation<unknown, number>({
      query: (id) => ({ url: `${path}/${id}`, method: 'DELETE' }),
      invalidatesTags: refreshing,
    }),
  }),
})

export const {
  useOutsideCalendarsQuery,
  useAddOutsideCalendarMutation,
  useRefreshOutsideCalendarMutation,
  useRemoveOutsideCalendarMutation,
} = outsideApi
