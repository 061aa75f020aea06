import { requestResponse } from '@tendwell/contract/bookings/bookings'
import {
  cancelBody,
  cancellationPreview,
  cancellationQuery,
  completionRate,
} from '@tendwell/contract/cancellation/calls'
import { blockPreview } from '@tendwell/contract/safety/blocks'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { idParams } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { getCompletionRate } from '../visits/completion-queries.ts'
import { previewBlock } from './blocking.ts'
import { requireProofAfterCancellations } from './cancel-proof.ts'
import { cancelOwnBookings } from './commands.ts'
import { previewCancellation } from './queries.ts'

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
