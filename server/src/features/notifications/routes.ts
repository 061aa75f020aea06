import {
  markNotificationsReadBody,
  notificationResponse,
  notificationsQuery,
} from '@tendwell/contract/notifications'
import { messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf, SIGNED_IN } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { toPage } from '../../platform/pages.ts'
import { markNotificationsRead } from './commands.ts'
import { listNotifications } from './queries.ts'

export function notificationsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/notifications',
    {
      config: { access: SIGNED_IN },
      schema: { querystring: notificationsQuery, response: { 200: pageSchema(notificationResponse) } },
    },
    async (request) => {
      const found = await listNotifications(deps.database, actorOf(request).id, request.query)
      return toPage(request, request.query, found)
    },
  )

  app.post(
    '/api/notifications/mark-read',
    {
      config: { access: SIGNED_IN },
      schema: { body: markNotificationsReadBody, response: { 200: messageResponse } },
    },
    async (request) => {
      await markNotificationsRead(deps, actorOf(request).id, request.body.ids)
      return { message: 'Marked as read' }
    },
  )
}
