import { adminDisputesQuery } from '@tendwell/contract/admin'
import { adminDispute, closeDisputeBody, disputeResponse } from '@tendwell/contract/disputes'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/access.ts'
import { type App, bodyMayBeMissing } from '../../../platform/http.ts'
import { toPage } from '../../../platform/pages.ts'
import { closeDispute, escalateDispute, getDispute, rejectDispute } from '../../disputes/index.ts'
import { SUPPORT } from '../access.ts'
import { listDisputes } from './queries.ts'

export function disputesRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/disputes',
    {
      config: SUPPORT,
      schema: {
        summary: 'List all disputes',
        querystring: adminDisputesQuery,
        response: { 200: pageSchema(adminDispute) },
      },
    },
    async (request) => toPage(request, request.query, await listDisputes(deps, request.query)),
  )

  app.get(
    '/api/admin-panel/disputes/:id',
    {
      config: SUPPORT,
      schema: { summary: 'Get a dispute as an admin', params: idParams, response: { 200: disputeResponse } },
    },
    (request) => getDispute(deps.database, deps, request.params.id, actorOf(request)),
  )

  for (const [step, take] of [
    ['escalate', escalateDispute],
    ['reject', rejectDispute],
  ] as const) {
    const summary = step === 'escalate' ? 'Escalate a dispute' : 'Reject a dispute'
    app.post(
      `/api/admin-panel/disputes/:id/${step}`,
      { config: SUPPORT, schema: { summary, params: idParams, response: { 200: disputeResponse } } },
      (request) => take(deps, actorOf(request), request.ip, request.params.id),
    )
  }

  app.post(
    '/api/admin-panel/disputes/:id/close',
    {
      config: SUPPORT,
      schema: {
        summary: 'Close a dispute as an admin',
        params: idParams,
        body: closeDisputeBody,
        response: { 200: disputeResponse },
      },
      preValidation: bodyMayBeMissing,
    },
    (request) =>
      closeDispute(deps, actorOf(request), request.ip, {
        id: request.params.id,
        refundUsd: request.body.refund_usd,
      }),
  )
}
