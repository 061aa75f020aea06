import {
  decideRecoveryBody,
  personTwoStepResponse,
  recoveriesQuery,
  recoveriesResponse,
  requestRecoveryBody,
  stopRecoveryBody,
  twoStepRecovery,
} from '@tendwell/contract/sign-in/two-step'
import { idParams, messageResponse } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf, staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { PUBLIC } from '../../people/index.ts'
import { getPersonTwoStep, listRecoveries } from '../../sign-in/index.ts'
import { decideRecovery, requestRecovery, stopRecovery } from './commands.ts'

const SUPPORT = { access: ['support', 'admin'] } as const
const ADMIN_ONLY = { access: ['admin'] } as const

export function twoStepRecoveryRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/auth/two-step/recovery/stop',
    {
      config: PUBLIC,
      schema: {
        summary: 'Stop a request to end my two-step sign-in',
        body: stopRecoveryBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await stopRecovery(deps, request.body.token, request.ip)
      return { message: 'Stopped. Two-step sign-in stays on' }
    },
  )

  app.get(
    '/api/admin-panel/people/:id/two-step',
    {
      config: SUPPORT,
      schema: {
        summary: "Get a person's two-step sign-in",
        params: idParams,
        response: { 200: personTwoStepResponse },
      },
    },
    (request) => getPersonTwoStep(deps, actorOf(request), request.params.id),
  )

  app.post(
    '/api/admin-panel/people/:id/two-step/recovery',
    {
      config: SUPPORT,
      schema: {
        summary: "Ask to end a person's two-step sign-in",
        params: idParams,
        body: requestRecoveryBody,
        response: { 201: twoStepRecovery },
      },
    },
    async (request, reply) => {
      const recovery = { userId: request.params.id, reason: request.body.reason }
      return reply.code(201).send(await requestRecovery(deps, staffActorOf(request), recovery))
    },
  )

  app.get(
    '/api/admin-panel/two-step-recoveries',
    {
      config: SUPPORT,
      schema: {
        summary: 'List the requests to end two-step sign-in',
        querystring: recoveriesQuery,
        response: { 200: recoveriesResponse },
      },
    },
    async (request) => {
      const { query } = request
      return toPage(request, query, await listRecoveries(deps, actorOf(request), query))
    },
  )

  app.post(
    '/api/admin-panel/two-step-recoveries/:id/decision',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: "Decide on ending a person's two-step sign-in",
        params: idParams,
        body: decideRecoveryBody,
        response: { 200: twoStepRecovery },
      },
    },
    (request) => decideRecovery(deps, staffActorOf(request), { ...request.params, ...request.body }),
  )
}
