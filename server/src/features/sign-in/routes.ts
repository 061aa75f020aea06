import {
  authSettingsResponse,
  googleBody,
  googleResponse,
  loginBody,
  sessionResponse,
} from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { PUBLIC } from '../people/index.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { signInWithGoogle } from './google/commands.ts'
import { identityRoutes } from './google/routes.ts'
import { notMeRoutes } from './not-me/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { phoneRoutes } from './phone/routes.ts'
import { logIn } from './sessions/commands.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { toDevice } from './sessions/session.ts'
import { setLoginCookies } from './sessions/session-response.ts'
import { signupRoutes } from './signup/routes.ts'
import { twoStepRoutes } from './two-step/routes.ts'

export function signInRoutes(app: App, deps: Deps): void {
  signupRoutes(app, deps)
  loginRoutes(app, deps)
  sessionRoutes(app, deps)
  twoStepRoutes(app, deps)
  passwordRoutes(app, deps)
  identityRoutes(app, deps)
  emailChangeRoutes(app, deps)
  notMeRoutes(app, deps)
  phoneRoutes(app, deps)
}

function loginRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login',
    { config: PUBLIC, schema: { summary: 'Log in', body: loginBody, response: { 200: sessionResponse } } },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await logIn(deps, request.body, device)
      await setLoginCookies(deps, reply, device, session)
      return session
    },
  )

  app.post(
    '/api/auth/google',
    {
      config: PUBLIC,
      schema: { summary: 'Log in with Google', body: googleBody, response: { 200: googleResponse } },
    },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await signInWithGoogle(deps, request.body, device)
      await setLoginCookies(deps, reply, device, session)
      return session
    },
  )

  app.get(
    '/api/auth/settings',
    {
      config: PUBLIC,
      schema: { summary: 'Get the settings of the login page', response: { 200: authSettingsResponse } },
    },
    () => ({
      google_client_id: deps.config.googleClientId ?? null,
      operator_name: deps.config.operatorName,
      hold_hours: deps.config.holdHours,
    }),
  )
}
