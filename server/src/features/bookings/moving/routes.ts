import { moveBody } from '@tendwell/contract/bookings/bookings'
import {
  moveAnswerBody,
  moveResponse,
  moveSlotsQuery,
  moveSlotsResponse,
} from '@tendwell/contract/bookings/moves'
import { idParams } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { answerMove } from './answer.ts'
import { listMoveSlots, proposeMove } from './proposal.ts'

const config = { access: ['caregiver', 'caretaker'] } as const

export function moveRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/requests/:id/move-slots',
    {
      config,
      schema: {
        summary: 'List hours that visits can be moved to',
        params: idParams,
        querystring: moveSlotsQuery,
        response: { 200: moveSlotsResponse },
      },
    },
    (request) => listMoveSlots(deps, actorOf(request).id, request.params.id, request.query),
  )
  app.post(
    '/api/requests/:id/moves',
    {
      config,
      schema: {
        summary: 'Propose another time',
        params: idParams,
        body: moveBody,
        response: { 201: moveResponse },
      },
    },
    async (request, reply) => {
      const move = await withIdempotencyKey(deps, request, (transaction) =>
        proposeMove(transaction, deps, actorOf(request).id, request.params.id, request.body),
      )
      return reply.code(201).send(move)
    },
  )
  app.patch(
    '/api/moves/:id',
    {
      config,
      schema: {
        summary: 'Accept, decline or withdraw another time',
        params: idParams,
        body: moveAnswerBody,
        response: { 200: moveResponse },
      },
    },
    (request) => answerMove(deps, actorOf(request).id, request.params.id, request.body.status),
  )
}
