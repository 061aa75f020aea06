import { createHash } from 'node:crypto'
import { calendarFeedResponse } from '@tendwell/contract/calendars/calendars'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { idParams } from '@tendwell/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { getFeedUrl, renewFeedUrl } from './address.ts'
import { CALENDAR_TYPE } from './calendar-file.ts'
import { makeCalendarFile, renderFeed } from './feed.ts'

/** The end of a private address: the secret, which has the form of a `randomToken`, and `.ics`. */
const feedParams = z.strictObject({
  file: z
    .string()
    .regex(/^[\w-]{43}\.ics$/)
    .transform((file) => file.slice(0, -'.ics'.length)),
})
const calendarFile = z.string().describe('An iCalendar file (RFC 5545)')

/** @see docs/rules/calendars.md#private-address */
export function feedRoutes(app: App, deps: Deps): void {
  const config = { access: ['caregiver', 'caretaker'] as const }
  const response = { 200: calendarFeedResponse }

  app.get(
    '/api/calendars/feed',
    { config, schema: { summary: 'Get my private calendar address', response } },
    async (request) => {
      const actor = actorOf(request)
      await requireRecentProof(deps.database, deps, actor)
      return { url: await getFeedUrl(deps, actor.id) }
    },
  )

  app.post(
    '/api/calendars/feed/renew',
    { config, schema: { summary: 'Renew my private calendar address', response } },
    async (request) => {
      const actor = actorOf(request)
      await requireRecentProof(deps.database, deps, actor)
      return { url: await renewFeedUrl(deps, actor.id) }
    },
  )

  app.get(
    '/calendars/:file',
    {
      // Calendar apps have no login; the address is the secret.
      config: { access: 'public' },
      schema: {
        summary: 'Read a private calendar',
        params: feedParams,
        response: { 200: calendarFile },
      },
    },
    async (request, reply) => {
      const secret = request.params.file
      return sendIfChanged(request, reply, await renderFeed(deps, secret))
    },
  )

  app.get(
    '/api/requests/:id/calendar.ics',
    {
      config,
      schema: {
        summary: 'Download a booking as a calendar file',
        params: idParams,
        response: { 200: calendarFile },
      },
    },
    async (request, reply) => {
      const { id: userId, role } = actorOf(request)
      const viewer = { userId, side: role as Side }
      const { file } = await makeCalendarFile(deps, viewer, { requestId: request.params.id })
      const { filename, contentType, content } = file
      return reply
        .type(contentType)
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(content)
    },
  )
}

/**
 * Sends a calendar, or 304 if the app already has this text: apps ask every few hours, and mostly nothing has
 * changed.
 */
function sendIfChanged(request: FastifyRequest, reply: FastifyReply, calendar: string): FastifyReply {
  const etag = `"${createHash('sha256').update(calendar).digest('base64')}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(CALENDAR_TYPE).send(calendar)
}
