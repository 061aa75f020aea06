import {
  authSettingsResponse,
  googleBody,
  googleResponse,
  loginBody,
  sessionResponse,
} from '@tendwell/contract/accounts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { auditDeniedCalls, consentRoutes, PUBLIC } from '../people/index.ts'
import {
  emailChangeRoutes,
  getDeviceIds,
  identityRoutes,
  logIn,
  notMeRoutes,
  passwordRoutes,
  rememberDevice,
  sessionRoutes,
  setFileCookie,
  signInWithGoogle,
  signupRoutes,
  toDevice,
  twoStepRoutes,
} from '../sign-in/index.ts'
import { recoveryRoutes } from './recoveries/routes.ts'
import { staffRoutes } from './routes.ts'

export function accountsRoutes(app: App, deps: Deps): void {
  auditDeniedCalls(app, deps)
  signupRoutes(app, deps)
  loginRoutes(app, deps)
  sessionRoutes(app, deps)
  twoStepRoutes(app, deps)
  recoveryRoutes(app, deps)
  passwordRoutes(app, deps)
  identityRoutes(app, deps)
  emailChangeRoutes(app, deps)
  notMeRoutes(app, deps)
  staffRoutes(app, deps)
  consentRoutes(app, deps)
}

function loginRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login',
    { config: PUBLIC, schema: { summary: 'Log in', body: loginBody, response: { 200: sessionResponse } } },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await logIn(deps, request.body, device)
      rememberDevice(deps, reply, session.user.id, getDeviceIds(device, session.user.id))
      await setFileCookie(deps, reply, session.access)
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
      rememberDevice(deps, reply, session.user.id, getDeviceIds(device, session.user.id))
      await setFileCookie(deps, reply, session.access)
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
    }),
  )
}
