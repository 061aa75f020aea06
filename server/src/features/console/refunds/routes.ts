import {
  paidAnotherWayBody,
  refundDecisionBody,
  refundOptions,
  staffRefundBody,
  staffRefundResponse,
  waitingRefund,
} from '@tendwell/contract/payments/staff-refunds'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { FINANCE, STAFF } from '../access.ts'
import { decideOnRefund, payAnotherWay, refundBooking } from './commands.ts'
import { getRefundOptions, listRefundsToApprove } from './queries.ts'

/** @see docs/rules/money.md#refunds-by-staff */
export function refundsRoutes(app: App, deps: Deps): void {
  /** The acting member of staff and their network address. @throws AppError 403 without a recent proof */
  const requireProvenActor = async (request: FastifyRequest) => {
    const actor = actorOf(request)
    await requireRecentProof(deps.database, deps, actor)
    return { actor, address: request.ip }
  }

  app.get(
    '/api/admin-panel/bookings/:id/refund',
    {
      config: STAFF,
      schema: {
        summary: 'Get what can be refunded of a booking',
        params: idParams,
        response: { 200: refundOptions },
      },
    },
    (request) => getRefundOptions(deps, actorOf(request), request.params.id),
  )

  app.post(
    '/api/admin-panel/bookings/:id/refund',
    {
      config: STAFF,
      schema: {
        summary: 'Refund an amount of a booking',
        params: idParams,
        body: staffRefundBody,
        response: { 200: staffRefundResponse },
      },
    },
    async (request) =>
      refundBooking(deps, await requireProvenActor(request), request.params.id, request.body),
  )

  app.get(
    '/api/admin-panel/waiting-refunds',
    {
      config: FINANCE,
      schema: {
        summary: 'List refunds that wait for approval',
        response: { 200: pageSchema(waitingRefund) },
      },
    },
    async () => toSinglePage(await listRefundsToApprove(deps)),
  )

  app.post(
    '/api/admin-panel/waiting-refunds/:id/decision',
    {
      config: FINANCE,
      schema: {
        summary: 'Approve or decline a refund that waits',
        params: idParams,
        body: refundDecisionBody,
        response: { 200: messageResponse },
      },
    },
    async (request) =>
      decideOnRefund(deps, await requireProvenActor(request), request.params.id, request.body),
  )

  app.post(
    '/api/admin-panel/refunds/:id/paid-another-way',
    {
      config: FINANCE,
      schema: {
        summary: 'Record that a refund was paid another way',
        params: idParams,
        body: paidAnotherWayBody,
        response: { 200: messageResponse },
      },
    },
    async (request) =>
      payAnotherWay(deps, await requireProvenActor(request), request.params.id, request.body.reference),
  )
}
