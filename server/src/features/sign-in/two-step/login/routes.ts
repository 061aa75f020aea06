import { sessionResponse } from '@tendwell/contract/sign-in/accounts'
import {
  passkeyLoginBody,
  passkeyLoginOptionsBody,
  passkeyOptions,
  secondStepBody,
} from '@tendwell/contract/sign-in/two-step'
import type { Deps } from '../../../../deps.ts'
import { actorOf } from '../../../../platform/http/access.ts'
import type { App } from '../../../../platform/http/http.ts'
import { AUTHENTICATED, PUBLIC } from '../../../people/index.ts'
import { toDevice } from '../../sessions/session.ts'
import { setLoginCookies } from '../../sessions/session-response.ts'
import { makeAuthenticationOptions } from '../factors/passkeys.ts'
import { finishLogin, logInWithPasskey, startPasskeyLogin } from './login.ts'
import { setRememberedDeviceCookie } from './remembered-devices.ts'

export function loginRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login/second-step',
    {
      config: PUBLIC,
      schema: {
        summary: 'Log in with the second step',
        body: secondStepBody,
        response: { 200: sessionResponse },
      },
    },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const { session, rememberedToken } = await finishLogin(deps, request.body, device)
      await setLoginCookies(deps, reply, device, session)
      if (rememberedToken !== null) {
        setRememberedDeviceCookie(deps, reply, session.user.id, rememberedToken)
      }
      return session
    },
  )

  app.post(
    '/api/auth/login/passkey/options',
    {
      config: PUBLIC,
      schema: {
        summary: 'Get the options to log in with a passkey',
        body: passkeyLoginOptionsBody,
        response: { 200: passkeyOptions },
      },
    },
    (request) => startPasskeyLogin(deps, request.body.ticket, request.ip),
  )

  app.post(
    '/api/auth/login/passkey',
    {
      config: PUBLIC,
      schema: {
        summary: 'Log in with a passkey alone',
        body: passkeyLoginBody,
        response: { 200: sessionResponse },
      },
    },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await logInWithPasskey(deps, request.body, device)
      await setLoginCookies(deps, reply, device, session)
      return session
    },
  )

  app.post(
    '/api/auth/reauthenticate/passkey/options',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Get the options to confirm who you are with a passkey',
        response: { 200: passkeyOptions },
      },
    },
    (request) => {
      const use = { purpose: 'reauthenticate' as const, userId: actorOf(request).id }
      return makeAuthenticationOptions(deps, use)
    },
  )
}
