import {
  markNotificationsReadBody,
  notificationResponse,
  notificationSettingBody,
  notificationSettingsResponse,
  notificationsQuery,
  unsubscribeQuery,
  unsubscribeResponse,
} from '@tendwell/contract/chat/notifications'
import { messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf, SIGNED_IN } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { markNotificationsRead } from './commands.ts'
import { unsubscribe } from './delivering/unsubscribe.ts'
import { listNotifications } from './queries.ts'
import { changeSetting, listSettings } from './settings.ts'

const SIDES = ['caregiver', 'caretaker'] as const

export function notificationsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/notifications',
    {
      config: { access: SIGNED_IN },
      schema: {
        summary: 'List my notifications',
        querystring: notificationsQuery,
        response: { 200: pageSchema(notificationResponse) },
      },
    },
    async (request) => {
      const list = await listNotifications(deps.database, actorOf(request).id, request.query)
      return toPage(request, request.query, list)
    },
  )

  app.post(
    '/api/notifications/mark-read',
    {
      config: { access: SIGNED_IN },
      schema: {
        summary: 'Mark notifications as read',
        body: markNotificationsReadBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await markNotificationsRead(deps, actorOf(request).id, request.body.ids)
      return { message: 'Marked as read' }
    },
  )

  settingsRoutes(app, deps)
  app.register(async (scope: App) => unsubscribeRoutes(scope, deps))
}

function settingsRoutes(app: App, deps: Deps): void {
  const config = { access: SIDES }
  const response = { 200: notificationSettingsResponse }

  app.get(
    '/api/notifications/settings',
    { config, schema: { summary: 'Get my notification settings', response } },
    async (request) => ({
      settings: await listSettings(deps.database, actorOf(request).id),
    }),
  )

  app.patch(
    '/api/notifications/settings',
    { config, schema: { summary: 'Change a notification setting', body: notificationSettingBody, response } },
    async (request) => {
      const { id } = actorOf(request)
      const { kind, ...switches } = request.body
      await changeSetting(deps, id, kind, switches)
      return { settings: await listSettings(deps.database, id) }
    },
  )
}

/** The body of an unsubscribe call isn't read, so it needs no more than the form of RFC 8058. */
const UNREAD_BODY_LIMIT_BYTES = 4_096

/**
 * The unsubscribe link. Mail programs post a form to it without a login (RFC 8058). People who open it are
 * sent to a page that asks them first.
 */
function unsubscribeRoutes(app: App, deps: Deps): void {
  const config = { access: 'public' as const }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: UNREAD_BODY_LIMIT_BYTES },
    (_request, _body, done) => done(null),
  )

  app.post(
    '/api/notifications/unsubscribe',
    {
      config,
      schema: {
        summary: 'Unsubscribe from emails of one kind',
        querystring: unsubscribeQuery,
        response: { 200: unsubscribeResponse },
      },
    },
    async (request) => {
      const kind = await unsubscribe(deps, request.query.token)
      return { message: 'Unsubscribed', kind }
    },
  )

  app.get(
    '/api/notifications/unsubscribe',
    { config, schema: { querystring: unsubscribeQuery, hide: true } },
    async (request, reply) => reply.redirect(`/unsubscribe?token=${encodeURIComponent(request.query.token)}`),
  )
}
