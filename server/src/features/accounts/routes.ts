import {
  authSettingsResponse,
  emailChangeBody,
  emailChangeConfirmBody,
  emailChangeConfirmResponse,
  emailChangeResponse,
  emailChangeStopBody,
  googleBody,
  googleResponse,
  identitiesQuery,
  identitiesResponse,
  loginBody,
  logoutBody,
  passwordChangeBody,
  passwordResetBody,
  passwordResetConfirmBody,
  reauthenticateBody,
  refreshBody,
  refreshResponse,
  resendVerificationBody,
  resendVerificationResponse,
  sessionParams,
  sessionResponse,
  sessionsQuery,
  sessionsResponse,
  signupBody,
  signupResponse,
  verifyEmailBody,
  verifyEmailResponse,
} from '@tendwell/contract/accounts'
import { idParams, messageResponse } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorOf, SIGNED_IN } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { getOffset, toPage } from '../../platform/pages.ts'
import { auditDeniedCalls } from './denied-calls.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  stopEmailChange,
} from './email-change/commands.ts'
import { signInWithGoogle } from './google/commands.ts'
import { listIdentities } from './google/queries.ts'
import { removeIdentity } from './google/removal.ts'
import { changePassword, choosePassword, requestPasswordReset } from './passwords/commands.ts'
import { logIn, logOut, revokeSession } from './sessions/commands.ts'
import { clearFileCookie, setFileCookie } from './sessions/file-cookie.ts'
import { readKnownDevices, rememberDevice } from './sessions/known-devices.ts'
import { listSessions } from './sessions/queries.ts'
import { reauthenticate } from './sessions/reauthentication.ts'
import { refreshSession } from './sessions/refresh.ts'
import { toDevice } from './sessions/session.ts'
import { resendVerification, signUp, verifyEmail } from './signup/commands.ts'
import { staffRoutes } from './staff/routes.ts'

const PUBLIC = { access: 'public' as const }
const AUTHENTICATED = { access: SIGNED_IN }

export function accountsRoutes(app: App, deps: Deps): void {
  auditDeniedCalls(app, deps)
  signupRoutes(app, deps)
  loginRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  identityRoutes(app, deps)
  emailChangeRoutes(app, deps)
  staffRoutes(app, deps)
}

function signupRoutes(app: App, deps: Deps): void {
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
      const { token, password, verification_handle: handle } = request.body
      const user = await (password === undefined
        ? verifyEmail(deps, { token, handle })
        : choosePassword(deps, { purpose: 'verify_email', token, password }, request.ip))
      rememberDevice(deps, reply, user.id)
      return { user }
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

function loginRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login',
    { config: PUBLIC, schema: { summary: 'Log in', body: loginBody, response: { 200: sessionResponse } } },
    async (request, reply) => {
      const devices = readKnownDevices(deps, request)
      const session = await logIn(deps, request.body, toDevice(request), devices)
      rememberDevice(deps, reply, session.user.id, devices.get(session.user.id))
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
      const session = await signInWithGoogle(deps, request.body, toDevice(request))
      const { id } = session.user
      rememberDevice(deps, reply, id, readKnownDevices(deps, request).get(id))
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

function sessionRoutes(app: App, deps: Deps): void {
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

function passwordRoutes(app: App, deps: Deps): void {
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
      const user = await choosePassword(deps, { purpose: 'reset_password', token, password }, request.ip)
      // A new device, so that wrong passwords from before the reset don't stop the owner.
      rememberDevice(deps, reply, user.id)
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

function identityRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/auth/identities',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'List my linked logins',
        querystring: identitiesQuery,
        response: { 200: identitiesResponse },
      },
    },
    async (request) => {
      const { query } = request
      const page = { limit: query.page_size, offset: getOffset(query) }
      return toPage(request, query, await listIdentities(deps, actorOf(request), page))
    },
  )

  app.delete(
    '/api/auth/identities/:id',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Remove a linked login', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeIdentity(deps, actorOf(request), request.params.id, request.ip)
      return reply.code(204).send(null)
    },
  )
}

function emailChangeRoutes(app: App, deps: Deps): void {
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
      await stopEmailChange(deps, request.body.token, request.ip)
      return { message: 'Your email stays the same, and all devices were logged out' }
    },
  )
}
