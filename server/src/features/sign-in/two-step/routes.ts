import {
  addPasskeyBody,
  appSetupResponse,
  confirmAppBody,
  factorAddedResponse,
  passkeyOptions,
  recoveryCodesResponse,
  renameFactorBody,
  twoStepResponse,
} from '@tendwell/contract/sign-in/two-step'
import { idParams, messageResponse } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED } from '../../people/index.ts'
import type { FactorActor } from './factors/changes.ts'
import {
  addApp,
  addPasskey,
  changeFactorName,
  forgetRememberedDevices,
  removeFactor,
  renewRecoveryCodes,
  setUpApp,
  startPasskey,
} from './factors/commands.ts'
import { loginRoutes } from './login/routes.ts'
import { getTwoStep } from './queries.ts'

const toFactorActor = (request: FastifyRequest): FactorActor => ({
  actor: actorOf(request),
  ipAddress: request.ip,
})

/** The answer after a factor was added. @param codes the recovery codes, which come with the first factor */
const toAddedResponse = (codes: string[] | null, factorName: string) => ({
  message: codes ? 'Two-step sign-in is on' : `${factorName} added`,
  recovery_codes: codes,
})

export function twoStepRoutes(app: App, deps: Deps): void {
  loginRoutes(app, deps)
  passkeyRoutes(app, deps)
  appRoutes(app, deps)

  app.get(
    '/api/auth/two-step',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Get my two-step sign-in', response: { 200: twoStepResponse } },
    },
    (request) => getTwoStep(deps, actorOf(request)),
  )

  app.post(
    '/api/auth/two-step/recovery-codes',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Make new recovery codes', response: { 200: recoveryCodesResponse } },
    },
    async (request) => ({ recovery_codes: await renewRecoveryCodes(deps, toFactorActor(request)) }),
  )

  app.delete(
    '/api/auth/two-step/remembered-devices',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Ask for a second step on every device again', response: { 204: z.null() } },
    },
    async (request, reply) => {
      await forgetRememberedDevices(deps, toFactorActor(request))
      return reply.code(204).send(null)
    },
  )
}

function passkeyRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/two-step/passkeys/options',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Get the options for a new passkey', response: { 200: passkeyOptions } },
    },
    (request) => startPasskey(deps, actorOf(request)),
  )

  app.post(
    '/api/auth/two-step/passkeys',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Add a passkey', body: addPasskeyBody, response: { 201: factorAddedResponse } },
    },
    async (request, reply) => {
      const codes = await addPasskey(deps, toFactorActor(request), request.body)
      return reply.code(201).send(toAddedResponse(codes, 'Passkey'))
    },
  )

  app.patch(
    '/api/auth/two-step/passkeys/:id',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Rename a passkey',
        params: idParams,
        body: renameFactorBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      await changeFactorName(deps, toFactorActor(request), { method: 'passkey', ...params, ...body })
      return { message: 'Passkey renamed' }
    },
  )

  app.delete(
    '/api/auth/two-step/passkeys/:id',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Remove a passkey', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeFactor(deps, toFactorActor(request), { method: 'passkey', ...request.params })
      return reply.code(204).send(null)
    },
  )
}

function appRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/two-step/app',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Set up an authenticator app', response: { 200: appSetupResponse } },
    },
    (request) => setUpApp(deps, toFactorActor(request)),
  )

  app.post(
    '/api/auth/two-step/app/confirm',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Confirm an authenticator app by its code',
        body: confirmAppBody,
        response: { 201: factorAddedResponse },
      },
    },
    async (request, reply) => {
      const codes = await addApp(deps, toFactorActor(request), request.body)
      return reply.code(201).send(toAddedResponse(codes, 'Authenticator app'))
    },
  )

  app.patch(
    '/api/auth/two-step/app',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Rename the authenticator app',
        body: renameFactorBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await changeFactorName(deps, toFactorActor(request), { method: 'app', ...request.body })
      return { message: 'Authenticator app renamed' }
    },
  )

  app.delete(
    '/api/auth/two-step/app',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Remove the authenticator app', response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeFactor(deps, toFactorActor(request), { method: 'app' })
      return reply.code(204).send(null)
    },
  )
}
