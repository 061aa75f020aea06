import type { Notification } from '@tendwell/contract/notifications'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

/** The most that a page holds, and that one call marks (contract/notifications.ts). */
const pageSize = 100
const markedAtOnce = 500

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotifications: build.query<List<Notification>, void>({
      query: () => '/notifications/?status=unread',
      transformResponse: (answer) => listOf<Notification>(answer),
      providesTags: ['Notification'],
    }),
    markRead: build.mutation<unknown, number[]>({
      query: (ids) => ({ url: '/notifications/mark-read/', method: 'POST', body: { ids } }),
      invalidatesTags: ['Notification'],
    }),
    /** All that is unread, of which the bell holds the newest alone; what comes meanwhile stays unread. */
    markAllRead: build.mutation<null, void>({
      async queryFn(_, _api, _options, send) {
        const ids: number[] = []
        for (let page = 1, more = true; more; page += 1) {
          const { data, error } = await send(
            `/notifications/?status=unread&page=${page}&page_size=${pageSize}`,
          )
          if (error) return { error }
          const { count, results } = listOf<Notification>(data)
          ids.push(...results.map(({ id }) => id))
          more = results.length === pageSize && ids.length < count
        }
        for (let from = 0; from < ids.length; from += markedAtOnce) {
          const body = { ids: ids.slice(from, from + markedAtOnce) }
          const { error } = await send({ url: '/notifications/mark-read/', method: 'POST', body })
          if (error) return { error }
        }
        return { data: null }
      },
      invalidatesTags: ['Notification'],
    }),
  }),
})

export const { useUnreadNotificationsQuery, useMarkReadMutation, useMarkAllReadMutation } = notificationsApi
