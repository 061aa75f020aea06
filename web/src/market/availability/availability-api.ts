import {
  bookedTime,
  type Override,
  type OverrideBody,
  overrideResponse,
  type Rule,
  ruleResponse,
  type TimeOff,
  timeOffResponse,
  type WeekBody,
  weekResponse,
} from '@tendwell/contract/availability/availability'
import { type AvailabilitySettings, availabilitySettings } from '@tendwell/contract/availability/settings'
import { type OutsideBusyTime, outsideBusyTime } from '@tendwell/contract/calendars/outside-calendars'
import { getErrorStatus } from '../../lib/errors.ts'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readRows } from '../../lib/transport/list.ts'

/** Updates the record with this id, or creates one with the idempotency key. */
interface Saved<Body> {
  id: number | null
  body: Body
  key: string
}

/** Both ends included. */
interface Days {
  from: string
  to: string
}

const pageSize = 100

function save<Body>(path: string, { id, body, key }: Saved<Body>) {
  if (id !== null) return { url: `${path}${id}/`, method: 'PUT', body }
  return { url: path, method: 'POST', body, headers: idempotencyHeader(key) }
}

/**
 * Failures invalidate too: the change may have been made although the answer was lost, and a rejection often
 * means that the shown data is out of date. A 403 says that the caregiver is no longer verified.
 */
function refreshing(list: 'Overrides' | 'Rules' | 'TimeOff') {
  return (_result: unknown, error: unknown) =>
    getErrorStatus(error) === 403
      ? [list, 'Availability' as const, 'User' as const]
      : [list, 'Availability' as const]
}

const availabilityApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The days with their own hours. */
    ownOverrides: build.query({
      query: ({ from, to }: Days) => ({
        url: '/availability/overrides/',
        params: { date_from: from, date_to: to, page_size: pageSize },
      }),
      transformResponse: readRows(overrideResponse),
      providesTags: ['Overrides'],
    }),
    saveOverride: build.mutation<Override, Saved<OverrideBody>>({
      query: (saved) => save('/availability/overrides/', saved),
      responseSchema: overrideResponse,
      invalidatesTags: refreshing('Overrides'),
    }),
    clearOverride: build.mutation<unknown, number>({
      query: (id) => ({ url: `/availability/overrides/${id}/`, method: 'DELETE' }),
      invalidatesTags: refreshing('Overrides'),
    }),
    /** The live bookings on these days, even outside current hours. */
    ownBooked: build.query({
      query: ({ from, to }: Days) => ({
        url: '/availability/booked/',
        params: { date_from: from, date_to: to },
      }),
      transformResponse: readRows(bookedTime),
      providesTags: ['Availability'],
    }),
    /** When the caregiver's outside calendars say that they are busy. */
    ownOutsideBusy: build.query<OutsideBusyTime[], Days>({
      query: ({ from, to }) => ({
        url: '/calendars/outside/busy',
        params: { date_from: from, date_to: to },
      }),
      transformResponse: readRows(outsideBusyTime),
      providesTags: ['Availability'],
    }),
    ownRules: build.query<Rule[], void>({
      query: () => ({ url: '/availability/rules/', params: { page_size: pageSize } }),
      transformResponse: readRows(ruleResponse),
      providesTags: ['Rules'],
    }),
    /** The hours of several weekdays, in place of those they have. */
    setWeek: build.mutation<{ results: Rule[] }, WeekBody>({
      query: (body) => ({ url: '/availability/rules/', method: 'PUT', body }),
      responseSchema: weekResponse,
      invalidatesTags: refreshing('Rules'),
    }),
    availabilitySettings: build.query<AvailabilitySettings, void>({
      query: () => '/availability/settings/',
      responseSchema: availabilitySettings,
      providesTags: ['Availability'],
    }),
    changeAvailabilitySettings: build.mutation<AvailabilitySettings, AvailabilitySettings>({
      query: (body) => ({ url: '/availability/settings/', method: 'PUT', body }),
      responseSchema: availabilitySettings,
      invalidatesTags: refreshing('Rules'),
    }),
    ownTimeOff: build.query<TimeOff[], void>({
      query: () => ({ url: '/availability/timeoff/', params: { page_size: pageSize } }),
      transformResponse: readRows(timeOffResponse),
      providesTags: ['TimeOff'],
    }),
    addTimeOff: build.mutation<TimeOff, Omit<Saved<Pick<TimeOff, 'start_utc' | 'end_utc'>>, 'id'>>({
      query: (saved) => save('/availability/timeoff/', { ...saved, id: null }),
      responseSchema: timeOffResponse,
      invalidatesTags: refreshing('TimeOff'),
    }),
    removeTimeOff: build.mutation<unknown, number>({
      query: (id) => ({ url: `/availability/timeoff/${id}/`, method: 'DELETE' }),
      invalidatesTags: refreshing('TimeOff'),
    }),
  }),
})

export const {
  useOwnOverridesQuery,
  useOwnBookedQuery,
  useOwnOutsideBusyQuery,
  useSaveOverrideMutation,
  useClearOverrideMutation,
  useOwnRulesQuery,
  useSetWeekMutation,
  useAvailabilitySettingsQuery,
  useChangeAvailabilitySettingsMutation,
  useOwnTimeOffQuery,
  useAddTimeOffMutation,
  useRemoveTimeOffMutation,
} = availabilityApi
