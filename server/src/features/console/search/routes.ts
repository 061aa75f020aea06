import { adminSearchQuery, adminSearchResponse } from '@tendwell/contract/console/search'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { STAFF } from '../access.ts'
import { searchRecords } from './queries.ts'

export function searchRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/search',
    {
      config: STAFF,
      schema: {
        summary: 'Search all records',
        querystring: adminSearchQuery,
        response: { 200: adminSearchResponse },
      },
    },
    (request) => searchRecords(deps, actorOf(request), request.query.q),
  )
}
