import { requestResponse } from '@tendwell/contract/bookings/bookings'
import {
  backupRequestBody,
  cancelBody,
  cancellationPreview,
  cancellationQuery,
  completionRate,
} from '@tendwell/contract/cancellation/calls'
import { backupCaregivers } from '@tendwell/contract/profiles/profiles'
import { blockPreview } from '@tendwell/contract/safety/blocks'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { idParams } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { getCompletionRate } from '../visits/completion-queries.ts'
import { previewBlock } from './blocking.ts'
import { requireProofAfterCancellations } from './cancel-proof.ts'
import { cancelOwnBookings } from './commands.ts'
import { previewCancellation } from './queries.ts'
import { listSubstitutes, sendBackupRequest } from './substitutes.ts'

const FAMILY = { access: ['caretaker'] } as const
const CAREGIVER = { access: ['caregiver'] } as const
const BOTH = { access: ['caregiver', 'caretaker'] } as const

/** The person who calls, and the side of their bookings. */
const getSideActor = (request: FastifyRequest) => {
  const { id, role } = actorOf(request)
  return { id, side: role as Side }
}

/** Canceling paid bookings. @see docs/rules/bookings.md#canceling */
export function cancellationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/requests/:id/cancellation',
    {
      config: BOTH,
      schema: {
        summary: 'Preview canceling a booking',
        params: idParams,
        querystring: cancellationQuery,
        response: { 200: cancellationPreview },
      },
    },
    (request) =>
      previewCancellation(deps, getSideActor(request), request.params.id, request.query.booking_ids),
  )
  app.post(
    '/api/requests/:id/cancel',
    {
      config: BOTH,
      schema: {
        summary: 'Cancel a booking',
        params: idParams,
        body: cancelBody,
        response: { 200: requestResponse },
      },
    },
    (request) =>
      withIdempotencyKey(deps, request, async (transaction) => {
        await requireProofAfterCancellations(transaction, deps, actorOf(request))
        return cancelOwnBookings(transaction, deps, getSideActor(request), request.params.id, request.body)
      }),
  )
  app.get(
    '/api/blocks/:id/preview',
    {
      config: BOTH,
      schema: {
        summary: 'Preview blocking a person',
        params: idParams,
        response: { 200: blockPreview },
      },
    },
    (request) => previewBlock(deps, getSideActor(request), request.params.id),
  )
  app.get(
    '/api/requests/completion-rate',
    {
      config: CAREGIVER,
      schema: { summary: 'Get my completion rate', response: { 200: completionRate } },
    },
    (request) => getCompletionRate(deps.database, actorOf(request).id, deps.clock.now()),
  )
}

/** @see docs/rules/bookings.md#backup-caregivers */
export function backupRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/requests/:id/backup-caregivers',
    {
      config: FAMILY,
      schema: {
        summary: 'List caregivers who are free instead',
        params: idParams,
        response: { 200: backupCaregivers },
      },
    },
    async (request) => {
      const { results, requested } = await listSubstitutes(deps, actorOf(request).id, request.params.id)
      return { ...toSinglePage(results), requested }
    },
  )
  app.post(
    '/api/requests/:id/backup-requests',
    {
      config: FAMILY,
      schema: {
        summary: 'Request another caregiver for canceled or unanswered times',
        params: idParams,
        body: backupRequestBody,
        response: { 201: requestResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const sentRequest = await withIdempotencyKey(deps, request, (transaction) =>
        sendBackupRequest(transaction, deps, actorOf(request).id, params.id, body.caregiver_id),
      )
      return reply.code(201).send(sentRequest)
    },
  )
}
