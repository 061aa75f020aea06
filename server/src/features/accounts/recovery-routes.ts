import {
  passwordChangeBody,
  passwordResetBody,
  passwordResetConfirmBody,
  sessionParams,
  sessionsQuery,
  sessionsResponse,
} from '@tendwell/contract/accounts'
import { messageResponse } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorOf, SIGNED_IN } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { offsetOf, pageOf } from '../../platform/pages.ts'
import { changePassword } from './passwords/change.ts'
import { askForReset, resetPassword } from './passwords/reset.ts'
import { ownSessions, revokeSession } from './sessions/commands.ts'

const OPEN = { access: 'public' as const }
const OWN = { access: SIGNED_IN }

/** The way back in for who has lost the password. */
export function recoveryRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/password/reset',
    { config: OPEN, schema: { body: passwordResetBody, response: { 200: messageResponse } } },
    async (request) => {
      await askForReset(deps, request.body.email, request.ip)
      return { message: 'If this email is registered, a reset link has been sent' }
    },
  )

  app.post(
    '/api/auth/password/reset/confirm',
    { config: OPEN, schema: { body: passwordResetConfirmBody, response: { 200: messageResponse } } },
    async (request) => {
      const { token, password } = request.body
      await resetPassword(deps, { token, password }, request.ip)
      return { message: 'Password reset successfully' }
    },
  )
}

/** What a person does with their own account: the password and the sessions. */
export function ownAccountRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/password/change',
    { config: OWN, schema: { body: passwordChangeBody, response: { 200: messageResponse } } },
    async (request) => {
      const { current_password: current, password } = request.body
      await changePassword(deps, actorOf(request), { current, password }, request.ip)
      return { message: 'Password changed. Your other sessions have ended' }
    },
  )

  app.get(
    '/api/auth/sessions',
    { config: OWN, schema: { querystring: sessionsQuery, response: { 200: sessionsResponse } } },
    async (request) => {
      const { query } = request
      const page = { limit: query.page_size, offset: offsetOf(query) }
      return pageOf(request, query, await ownSessions(deps, actorOf(request), page))
    },
  )

  app.delete(
    '/api/auth/sessions/:id',
    { config: OWN, schema: { params: sessionParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await revokeSession(deps, actorOf(request), request.params.id, request.ip)
      return reply.code(204).send(null)
    },
  )
}
