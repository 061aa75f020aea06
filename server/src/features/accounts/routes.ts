import {
  authSettingsResponse,
  googleBody,
  googleResponse,
  loginBody,
  logoutBody,
  refreshBody,
  refreshResponse,
  resendVerificationBody,
  resendVerificationResponse,
  sessionResponse,
  signupBody,
  signupResponse,
  verifyEmailBody,
  verifyEmailResponse,
} from '@tendwell/contract/accounts'
import { messageResponse } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { signInWithGoogle } from './google/commands.ts'
import { type Device, logOut, refreshSession } from './sessions/commands.ts'
import { logIn, resendVerification, signUp, verifyEmail } from './signup/commands.ts'

const OPEN = { access: 'public' as const }

function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
}

export function accountRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/signup',
    { config: OPEN, schema: { body: signupBody, response: { 201: signupResponse } } },
    async (request, reply) => {
      const user = await signUp(deps, request.body, request.ip)
      const message = 'Account created successfully. Please check your email to verify your address.'
      return reply.code(201).send({ user, message })
    },
  )

  app.post(
    '/api/auth/login',
    { config: OPEN, schema: { body: loginBody, response: { 200: sessionResponse } } },
    (request) => logIn(deps, request.body, deviceOf(request)),
  )

  app.post(
    '/api/auth/google',
    { config: OPEN, schema: { body: googleBody, response: { 200: googleResponse } } },
    (request) => signInWithGoogle(deps, request.body, deviceOf(request)),
  )

  app.get(
    '/api/auth/settings',
    { config: OPEN, schema: { response: { 200: authSettingsResponse } } },
    () => ({
      google_client_id: deps.config.googleClientId ?? null,
    }),
  )

  app.post(
    '/api/auth/verify-email',
    { config: OPEN, schema: { body: verifyEmailBody, response: { 200: verifyEmailResponse } } },
    async (request) => ({ user: await verifyEmail(deps, request.body.token) }),
  )

  app.post(
    '/api/auth/resend-verification',
    { config: OPEN, schema: { body: resendVerificationBody, response: { 200: resendVerificationResponse } } },
    async (request) => {
      await resendVerification(deps, request.body.email, request.ip)
      return {
        message: 'If this email is waiting for its verification, a new link has been sent',
        is_verified: false,
      }
    },
  )

  app.post(
    '/api/auth/token/refresh',
    { config: OPEN, schema: { body: refreshBody, response: { 200: refreshResponse } } },
    (request) => refreshSession(deps, request.body.refresh, request.ip),
  )

  app.post(
    '/api/auth/logout',
    { config: OPEN, schema: { body: logoutBody, response: { 200: messageResponse } } },
    async (request) => {
      await logOut(deps, request.body.refresh, request.ip)
      return { message: 'Logged out' }
    },
  )
}
