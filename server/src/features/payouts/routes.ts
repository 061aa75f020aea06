import { centsFromUsd } from '@tendwell/contract/money'
import {
  onboardingLinkResponse,
  payoutBody,
  payoutMethodResponse,
  payoutResponse,
  payoutsQuery,
} from '@tendwell/contract/payments/wallet'
import { pageSchema } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { isOnNewDevice, requireRecentProof } from '../sign-in/index.ts'
import { getPayoutMethod, refreshBank, startOnboarding } from './bank/accounts.ts'
import { requestPayout } from './commands.ts'
import { listPayouts } from './queries.ts'

const config = { access: ['caregiver'] as const }

/**
 * Requires a call without a body; an empty object is allowed, because some clients always send one.
 * @throws AppError 400 for any other body
 */
function requireNoBody({ headers, body }: FastifyRequest): void {
  const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (isSent && !z.strictObject({}).safeParse(body).success) throw invalidRequest('This call takes no body')
}

/** @see docs/rules/money.md#payouts */
export function payoutsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/payouts/method',
    { config, schema: { summary: 'Get my payout method', response: { 200: payoutMethodResponse } } },
    (request) => getPayoutMethod(deps, actorOf(request).id),
  )
  app.post(
    '/api/payouts/onboarding-link',
    {
      config,
      schema: { summary: 'Create a link to set up payouts', response: { 200: onboardingLinkResponse } },
    },
    async (request) => {
      requireNoBody(request)
      const actor = actorOf(request)
      await requireRecentProof(deps.database, deps, actor)
      return startOnboarding(deps, actor.id, await isOnNewDevice(deps.database, deps, actor))
    },
  )
  app.post(
    '/api/payouts',
    { config, schema: { summary: 'Request a payout', body: payoutBody, response: { 201: payoutResponse } } },
    async (request, reply) => {
      const amountCents = centsFromUsd(request.body.amount)
      const actor = actorOf(request)
      await refreshBank(deps, actor.id)
      const payout = await withIdempotencyKey(deps, request, async (transaction) => {
        await requireRecentProof(transaction, deps, actor)
        return requestPayout(transaction, deps, actor.id, amountCents)
      })
      return reply.code(201).send(payout)
    },
  )
  app.get(
    '/api/payouts/me',
    {
      config,
      schema: {
        summary: 'List my payouts',
        querystring: payoutsQuery,
        response: { 200: pageSchema(payoutResponse) },
      },
    },
    async (request) => {
      const page = await listPayouts(deps.database, actorOf(request).id, request.query)
      return toPage(request, request.query, page)
    },
  )
}
