import {
  type Meeting,
  type MeetingAnswer,
  type MeetingBody,
  type MeetingMinutes,
  type MeetingTime,
  type MeetingTimes,
  meetingResponse,
  meetingTimesResponse,
} from '@tendwell/contract/bookings/meetings'
import type { Interval } from '@tendwell/contract/time'
import { toInterval } from '../../lib/format/instants.ts'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readList } from '../../lib/transport/list.ts'

interface TimesKey {
  caregiverId: number
  minutes: MeetingMinutes
  timezone: string
}

const meetingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    meetings: build.query({
      query: (params: { when: MeetingTime; page: number }) => ({ url: '/requests/meetings/', params }),
      transformResponse: readList(meetingResponse),
      providesTags: ['Requests'],
    }),
    /** When a meeting with a caregiver can take place, on all days ahead, by start; these times overlap each other. */
    meetingTimes: build.query<Interval[], TimesKey>({
      query: ({ caregiverId, ...params }) => ({
        url: '/requests/meetings/times/',
        params: { caregiver_id: caregiverId, ...params },
      }),
      rawResponseSchema: meetingTimesResponse,
      transformResponse: ({ times }: MeetingTimes) => times.map(toInterval),
      providesTags: ['Availability'],
    }),
    askMeeting: build.mutation<Meeting, { body: MeetingBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/requests/meetings/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: meetingResponse,
      // Also after a refusal, because then the times on screen may be out of date.
      invalidatesTags: ['Requests', 'Availability'],
    }),
    answerMeeting: build.mutation<Meeting, { id: number; answer: MeetingAnswer }>({
      query: ({ id, answer }) => ({ url: `/requests/meetings/${id}/`, method: 'PATCH', body: answer }),
      responseSchema: meetingResponse,
      // Also after a refusal, because then the meeting on screen is out of date.
      invalidatesTags: ['Requests', 'Availability'],
    }),
  }),
})

export const { useMeetingsQuery, useMeetingTimesQuery, useAskMeetingMutation, useAnswerMeetingMutation } =
  meetingsApi
