import {
  endSessionBody,
  logoutBody,
  reauthenticateBody,
  refreshBody,
  refreshResponse,
  sessionParams,
  sessionsQuery,
  sessionsResponse,
} from '@tendwell/contract/sign-in/accounts'
import { describeRemoved } from '@tendwell/contract/sign-in/not-me'
import { messageResponse } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { getOffset, toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED, PUBLIC } from '../../people/index.ts'
import { clearFileCookie, setFileCookie } from '../tokens/file-cookie.ts'
import { refreshSession } from '../tokens/refresh.ts'
import { logOut, revokeSession } from './commands.ts'
import { endSessionByLink } from './end-link.ts'
import { listSessions } from './queries.ts'
import { reauthenticate } from './reauthentication.ts'
import { toDevice } from './session.ts'

export function sessionRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/token/refresh',
    {
      config: PUBLIC,
      schema: {
        summary: 'Refresh the tokens of a session',
        body: refreshBody,
        response: { 200: refreshResponse },
      },
    },
    async (request, reply) => {
      const tokens = await refreshSession(deps, request.body, request.ip)
      await setFileCookie(deps, reply, tokens.access)
      return tokens
    },
  )

  app.post(
    '/api/auth/logout',
    { config: PUBLIC, schema: { summary: 'Log out', body: logoutBody, response: { 200: messageResponse } } },
    async (request, reply) => {
      await logOut(deps, request.body.refresh, request.ip)
      clearFileCookie(reply)
      return { message: 'Logged out' }
    },
  )

  app.post(
    '/api/auth/reauthenticate',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Confirm who is logged in',
        body: reauthenticateBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await reauthenticate(deps, actorOf(request), request.body, request.ip)
      return { message: 'Confirmed' }
    },
  )

  app.post(
    '/api/auth/sessions/end',
    {
      config: PUBLIC,
      schema: {
        summary: 'End a session with the link in the email about it',
        body: endSessionBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      const removed = await endSessionByLink(deps, request.body.token, toDevice(deps, request))
      const also = removed.length > 0 ? `, and we removed ${describeRemoved(removed)}` : ''
      return { message: `The device was logged out${also}` }
    },
  )

  app.get(
    '/api/auth/sessions',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'List my sessions',
        querystring: sessionsQuery,
        response: { 200: sessionsResponse },
      },
    },
    async (request) => {
      const { query } = request
      const page = { limit: query.page_size, offset: getOffset(query) }
      return toPage(request, query, await listSessions(deps, actorOf(request), page))
    },
  )

  app.delete(
    '/api/auth/sessions/:id',
    {
      config: AUTHENTICATED,
      schema: { summary: 'End a session', params: sessionParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await revokeSession(deps, actorOf(request), request.params.id, request.ip)
      return reply.code(204).send(null)
    },
  )
}
