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
import { rememberDevice } from '../../devices/known-devices.ts'
import { getDeviceIds, toDevice } from '../../sessions/session.ts'
import { setFileCookie } from '../../tokens/file-cookie.ts'
import { makeAuthenticationOptions } from '../factors/passkeys.ts'
import { finishLogin, logInWithPasskey, startPasskeyLogin } from './login.ts'
import { setRememberedCookie } from './remembered-devices.ts'

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
      const { id } = session.user
      rememberDevice(deps, reply, id, getDeviceIds(device, id))
      if (rememberedToken !== null) setRememberedCookie(deps, reply, id, rememberedToken)
      await setFileCookie(deps, reply, session.access)
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
      const { id } = session.user
      rememberDevice(deps, reply, id, getDeviceIds(device, id))
      await setFileCookie(deps, reply, session.access)
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
