import {
  emailChangeBody,
  emailChangeConfirmBody,
  emailChangeConfirmResponse,
  emailChangeResponse,
  emailChangeStopBody,
} from '@tendwell/contract/sign-in/accounts'
import { messageResponse } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED, PUBLIC } from '../../people/index.ts'
import { toDevice } from '../sessions/session.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  stopEmailChange,
} from './commands.ts'

export function emailChangeRoutes(app: App, deps: Deps): void {
  const response = { 200: emailChangeResponse }

  app.get(
    '/api/auth/email',
    { config: AUTHENTICATED, schema: { summary: 'Get my email address and its change', response } },
    (request) => getEmailChange(deps, actorOf(request).id),
  )

  app.post(
    '/api/auth/email/change',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Change the email address', body: emailChangeBody, response },
    },
    async (request) => {
      const actor = actorOf(request)
      await requestEmailChange(deps, actor, request.body.email, request.ip)
      return getEmailChange(deps, actor.id)
    },
  )

  app.delete(
    '/api/auth/email/change',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Cancel the change of the email address', response: { 204: z.null() } },
    },
    async (request, reply) => {
      await cancelEmailChange(deps, actorOf(request).id, request.ip)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/auth/email/change/confirm',
    {
      config: PUBLIC,
      schema: {
        summary: 'Confirm the change of the email address',
        body: emailChangeConfirmBody,
        response: { 200: emailChangeConfirmResponse },
      },
    },
    async (request) => {
      const isComplete = await confirmEmailChange(deps, request.body, request.ip)
      const message = isComplete
        ? 'Your email was changed'
        : 'Confirmed. Now open the link we sent to your other address'
      return { message, is_complete: isComplete }
    },
  )

  app.post(
    '/api/auth/email/change/stop',
    {
      config: PUBLIC,
      schema: {
        summary: 'Stop the change of the email address',
        body: emailChangeStopBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await stopEmailChange(deps, request.body.token, toDevice(deps, request))
      return { message: 'Your email stays the same, and all devices were logged out' }
    },
  )
}
