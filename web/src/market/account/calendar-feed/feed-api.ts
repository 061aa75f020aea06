import { calendarFeedResponse } from '@tendwell/contract/calendars/calendars'
import { api } from '../../../lib/transport/api-base.ts'

const path = '/calendars/feed'

const feedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's private calendar address. */
    calendarFeed: build.query<{ url: string }, void>({
      query: () => path,
      responseSchema: calendarFeedResponse,
    }),
    renewCalendarFeed: build.mutation<{ url: string }, void>({
      query: () => ({ url: `${path}/renew`, method: 'POST' }),
      responseSchema: calendarFeedResponse,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }))
        if (data) dispatch(feedApi.util.upsertQueryData('calendarFeed', undefined, data))
      },
    }),
  }),
})

export const { useCalendarFeedQuery, useRenewCalendarFeedMutation } = feedApi
