import { notMeBody, notMeResponse } from '@tendwell/contract/sign-in/not-me'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../platform/http/http.ts'
import { PUBLIC } from '../../people/index.ts'
import { toDevice } from '../sessions/session.ts'
import { disownChange } from './commands.ts'

export function notMeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/not-me',
    {
      config: PUBLIC,
      schema: {
        summary: 'Undo a change that wasn’t me, with the link in the email about it',
        body: notMeBody,
        response: { 200: notMeResponse },
      },
    },
    (request) => disownChange(deps, request.body.token, toDevice(deps, request)),
  )
}
