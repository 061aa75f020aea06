import {
  type NotificationKind,
  type NotificationSetting,
  type notificationSettingBody,
  notificationSettingsResponse,
  unsubscribeResponse,
} from '@tendwell/contract/chat/notifications'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'

const path = '/notifications/settings/'

/** Apart from the bell's calls, which load with every page. */
const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notificationSettings: build.query<NotificationSetting[], void>({
      query: () => path,
      transformResponse: (body) => notificationSettingsResponse.parse(body).settings,
    }),
    changeNotificationSetting: build.mutation<NotificationSetting[], z.infer<typeof notificationSettingBody>>(
      {
        query: (body) => ({ url: path, method: 'PATCH', body }),
        transformResponse: (body) => notificationSettingsResponse.parse(body).settings,
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const { data } = await queryFulfilled.catch(() => ({ data: null }))
          if (data) dispatch(settingsApi.util.upsertQueryData('notificationSettings', undefined, data))
        },
      },
    ),
    unsubscribe: build.mutation<{ kind: NotificationKind; message: string }, string>({
      query: (token) => ({
        url: `/notifications/unsubscribe/?token=${encodeURIComponent(token)}`,
        method: 'POST',
      }),
      responseSchema: unsubscribeResponse,
    }),
  }),
})

export const { useNotificationSettingsQuery, useChangeNotificationSettingMutation, useUnsubscribeMutation } =
  settingsApi
