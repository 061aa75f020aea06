import {
  resendVerificationBody,
  resendVerificationResponse,
  sessionResponse,
  setupPasswordBody,
  setupPasswordResponse,
  signupBody,
  signupResponse,
  signupSessionBody,
  verifyEmailBody,
  verifyEmailCodeBody,
  verifyEmailCodeResponse,
  verifyEmailResponse,
} from '@tendwell/contract/sign-in/accounts'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../platform/http/http.ts'
import { PUBLIC } from '../../people/index.ts'
import { setKnownDeviceCookie } from '../devices/known-devices.ts'
import { choosePassword } from '../passwords/commands.ts'
import { toDevice } from '../sessions/session.ts'
import { setLoginCookies } from '../sessions/session-response.ts'
import { openSignupSession } from './browser-session.ts'
import { resendVerification, signUp, verifyEmail, verifyEmailByCode } from './commands.ts'

export function signupRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/signup',
    { config: PUBLIC, schema: { summary: 'Sign up', body: signupBody, response: { 201: signupResponse } } },
    async (request, reply) => {
      const { user, handle } = await signUp(deps, request.body, request.ip)
      const message = 'Account created successfully. Please check your email to verify your address.'
      return reply.code(201).send({ user, message, verification_handle: handle })
    },
  )

  app.post(
    '/api/auth/verify-email',
    {
      config: PUBLIC,
      schema: {
        summary: 'Verify an email address',
        body: verifyEmailBody,
        response: { 200: verifyEmailResponse },
      },
    },
    async (request, reply) => {
      const { token, verification_handle: handle } = request.body
      const { user, setupToken } = await verifyEmail(deps, { token, handle })
      setKnownDeviceCookie(deps, reply, user.id)
      return { user, ...(setupToken && { password_required: true as const, setup_token: setupToken }) }
    },
  )

  app.post(
    '/api/auth/verify-email/code',
    {
      config: PUBLIC,
      schema: {
        summary: 'Verify an email address by the code, in the browser that signed up',
        body: verifyEmailCodeBody,
        response: { 200: verifyEmailCodeResponse },
      },
    },
    async (request, reply) => {
      const { email, email_code: code, verification_handle: handle } = request.body
      const user = await verifyEmailByCode(deps, { email, code, handle }, request.ip)
      setKnownDeviceCookie(deps, reply, user.id)
      return { user }
    },
  )

  app.post(
    '/api/auth/verify-email/session',
    {
      config: PUBLIC,
      schema: {
        summary: 'Log in the browser that signed up, once, within an hour after the email was verified',
        body: signupSessionBody,
        // 204: there is no session for it, or not yet.
        response: { 200: sessionResponse, 204: z.null() },
      },
    },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await openSignupSession(deps, request.body.verification_handle, device)
      if (!session) return reply.code(204).send(null)
      await setLoginCookies(deps, reply, device, session)
      return session
    },
  )

  app.post(
    '/api/auth/verify-email/password',
    {
      config: PUBLIC,
      schema: {
        summary: 'Set the password of an account that was verified in another browser',
        body: setupPasswordBody,
        response: { 200: setupPasswordResponse },
      },
    },
    async (request) => {
      const { setup_token: token, password } = request.body
      return {
        user: await choosePassword(
          deps,
          { purpose: 'set_password', token, password },
          toDevice(deps, request),
        ),
      }
    },
  )

  app.post(
    '/api/auth/resend-verification',
    {
      config: PUBLIC,
      schema: {
        summary: 'Send the verification link again',
        body: resendVerificationBody,
        response: { 200: resendVerificationResponse },
      },
    },
    async (request) => {
      const { email, verification_handle: handle } = request.body
      const isVerified = await resendVerification(deps, { email, handle }, request.ip)
      const message = isVerified
        ? 'Your email is already verified'
        : 'If this email still needs to be verified, a new link has been sent'
      return { message, is_verified: isVerified }
    },
  )
}
