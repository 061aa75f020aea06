import {
  differenceResponse,
  differencesQuery,
  reconciliationResponse,
  reconciliationsQuery,
  resolveBody,
} from '@tendwell/contract/payments/reconciliation'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { staffActorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { resolveDifference } from './commands.ts'
import { listDifferences } from './difference-queries.ts'
import { listReports } from './queries.ts'

const FINANCE = { access: ['finance', 'admin'] } as const

export function reconciliationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/reconciliation',
    {
      config: FINANCE,
      schema: {
        summary: 'List reconciliation reports',
        querystring: reconciliationsQuery,
        response: { 200: pageSchema(reconciliationResponse) },
      },
    },
    async (request) => toPage(request, request.query, await listReports(deps.database, request.query)),
  )

  app.get(
    '/api/admin-panel/reconciliation/differences',
    {
      config: FINANCE,
      schema: {
        summary: 'List reconciliation differences',
        querystring: differencesQuery,
        response: { 200: pageSchema(differenceResponse) },
      },
    },
    async (request) => toPage(request, request.query, await listDifferences(deps.database, request.query)),
  )

  app.post(
    '/api/admin-panel/reconciliation/:id/resolve',
    {
      config: FINANCE,
      schema: {
        summary: 'Resolve a reconciliation difference',
        params: idParams,
        body: resolveBody,
        response: { 200: messageResponse },
      },
    },
    (request) => {
      const staff = staffActorOf(request)
      return resolveDifference(deps, staff, request.params.id, request.body.note)
    },
  )
}
