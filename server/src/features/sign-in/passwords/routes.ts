import {
  passwordChangeBody,
  passwordResetBody,
  passwordResetConfirmBody,
} from '@tendwell/contract/sign-in/accounts'
import { messageResponse } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED, PUBLIC } from '../../people/index.ts'
import { setKnownDeviceCookie } from '../devices/known-devices.ts'
import { clearDeviceLogins } from '../limits.ts'
import { findKnownDevice } from '../sessions/queries.ts'
import { toDevice } from '../sessions/session.ts'
import { changePassword, choosePassword, requestPasswordReset } from './commands.ts'

export function passwordRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/password/reset',
    {
      config: PUBLIC,
      schema: {
        summary: 'Ask for a link to reset the password',
        body: passwordResetBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await requestPasswordReset(deps, request.body.email, request.ip)
      return { message: 'If this email is registered, a reset link has been sent' }
    },
  )

  app.post(
    '/api/auth/password/reset/confirm',
    {
      config: PUBLIC,
      schema: {
        summary: 'Choose a new password by link',
        body: passwordResetConfirmBody,
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body
      const device = toDevice(deps, request)
      const user = await choosePassword(deps, { purpose: 'reset_password', token, password }, device)
      const knownDevice = await findKnownDevice(deps.database, user.id, device)
      // So that wrong passwords from before the reset don't stop the owner.
      if (knownDevice) await clearDeviceLogins(deps, knownDevice)
      setKnownDeviceCookie(deps, reply, user.id, { id: knownDevice?.id })
      return { message: 'Password reset successfully' }
    },
  )

  app.post(
    '/api/auth/password/change',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Change the password',
        body: passwordChangeBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      const { current_password: current, password } = request.body
      await changePassword(deps, actorOf(request), { current, password }, request.ip)
      return { message: 'Password changed. Your other devices were logged out' }
    },
  )
}
