import type { Notification } from '@tendwell/contract/notifications'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

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
  }),
})

export const { useUnreadNotificationsQuery, useMarkReadMutation } = notificationsApi
