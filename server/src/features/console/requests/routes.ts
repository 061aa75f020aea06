import {
  adminCancelBody,
  adminCancellationPreview,
  adminCancellationQuery,
  adminCancelResponse,
} from '@tendwell/contract/cancellation/calls'
import { adminRequest, adminRequestsQuery } from '@tendwell/contract/console/users'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { readPage } from '../../../platform/database/sorted-list.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { cancelForSide, previewAdminCancellation, requestList } from '../../bookings/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { STAFF, SUPPORT } from '../access.ts'
import { insertNote } from '../notes/commands.ts'

export function requestsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/requests',
    {
      config: STAFF,
      schema: {
        summary: 'List all booking requests',
        querystring: adminRequestsQuery,
        response: { 200: pageSchema(adminRequest) },
      },
    },
    async (request) => toPage(request, request.query, await readPage(deps, requestList, request.query)),
  )

  app.get(
    '/api/admin-panel/requests/:id/cancellation',
    {
      config: SUPPORT,
      schema: {
        summary: 'Preview canceling a booking for one of its sides',
        params: idParams,
        querystring: adminCancellationQuery,
        response: { 200: adminCancellationPreview },
      },
    },
    (request) => {
      const { for: side, refund, booking_ids: bookingIds } = request.query
      const order = { side, refund, bookingIds }
      return previewAdminCancellation(deps, actorOf(request), request.params.id, order)
    },
  )

  app.post(
    '/api/admin-panel/requests/:id/cancel',
    {
      config: SUPPORT,
      schema: {
        summary: 'Cancel a booking for one of its sides',
        params: idParams,
        body: adminCancelBody,
        response: { 200: adminCancelResponse },
      },
    },
    (request) => {
      const { params, body, ip: address } = request
      const actor = actorOf(request)
      return withIdempotencyKey(deps, request, async (transaction) => {
        await requireRecentProof(transaction, deps, actor)
        const cancellation = await cancelForSide(transaction, deps, { actor, address }, params.id, body)
        const text = body.note.trim()
        const note = { subject: `request:${params.id}`, authorId: actor.id, text, address }
        if (text !== '') await insertNote(transaction, deps, note)
        return cancellation
      })
    },
  )
}
