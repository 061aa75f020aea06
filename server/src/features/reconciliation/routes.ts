import { reconciliationResponse, reconciliationsQuery } from '@tendwell/contract/reconciliation'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { toPage } from '../../platform/pages.ts'
import { listReports } from './queries.ts'

export function reconciliationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/reconciliation',
    {
      config: { access: ['finance', 'admin'] },
      schema: {
        summary: 'List reconciliation reports',
        querystring: reconciliationsQuery,
        response: { 200: pageSchema(reconciliationResponse) },
      },
    },
    async (request) => toPage(request, request.query, await listReports(deps.database, request.query)),
  )
}
