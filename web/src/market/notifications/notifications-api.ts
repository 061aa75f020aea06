import { type Notification, notificationResponse } from '@tendwell/contract/chat/notifications'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { type List, readList } from '../../lib/transport/list.ts'

/** The server's limits for a page and for one call of mark-read. */
const pageSize = 100
const maxIdsPerCall = 500

export const historyPageSize = 20
export type NotificationStatus = 'all' | 'unread'

const readNotifications = readList(notificationResponse)

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotifications: build.query<List<Notification>, void>({
      query: () => '/notifications/?status=unread',
      transformResponse: readNotifications,
      providesTags: ['Notification'],
    }),
    notifications: build.query<List<Notification>, { status: NotificationStatus; page: number }>({
      query: ({ status, page }) =>
        `/notifications/?status=${status}&page=${page}&page_size=${historyPageSize}`,
      transformResponse: readNotifications,
      providesTags: ['Notification'],
    }),
    markRead: build.mutation<z.output<typeof messageResponse>, number[]>({
      query: (ids) => ({ url: '/notifications/mark-read/', method: 'POST', body: { ids } }),
      responseSchema: messageResponse,
      invalidatesTags: ['Notification'],
    }),
    /** Also marks notifications that the bell hasn't loaded. Those that arrive meanwhile stay unread. */
    markAllRead: build.mutation<null, void>({
      async queryFn(_, _api, _options, send) {
        const ids: number[] = []
        for (let page = 1, more = true; more; page += 1) {
          const { data, error } = await send(
            `/notifications/?status=unread&page=${page}&page_size=${pageSize}`,
          )
          if (error) return { error }
          const { count, results } = readNotifications(data)
          ids.push(...results.map(({ id }) => id))
          more = results.length === pageSize && ids.length < count
        }
        for (let from = 0; from < ids.length; from += maxIdsPerCall) {
          const body = { ids: ids.slice(from, from + maxIdsPerCall) }
          const { error } = await send({ url: '/notifications/mark-read/', method: 'POST', body })
          if (error) return { error }
        }
        return { data: null }
      },
      invalidatesTags: ['Notification'],
    }),
  }),
})

export const {
  useUnreadNotificationsQuery,
  useNotificationsQuery,
  useMarkReadMutation,
  useMarkAllReadMutation,
} = notificationsApi
