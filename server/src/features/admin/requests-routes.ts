import { adminRequest, adminRequestsQuery } from '@tendwell/contract/admin'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { toPage } from '../../platform/pages.ts'
import { ADMIN_ONLY } from './access.ts'
import { listRequests } from './requests-queries.ts'

export function requestsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/requests',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'List all booking requests',
        querystring: adminRequestsQuery,
        response: { 200: pageSchema(adminRequest) },
      },
    },
    async (request) => toPage(request, request.query, await listRequests(deps.database, request.query)),
  )
}
