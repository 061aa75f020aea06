import { auditEntry, auditQuery, historyQuery } from '@tendwell/contract/console/audit'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { ADMIN_ONLY, STAFF } from '../access.ts'
import { listAuditEntries, listHistory } from './queries.ts'

export function auditRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/audit',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'List the audit log',
        querystring: auditQuery,
        response: { 200: pageSchema(auditEntry) },
      },
    },
    async (request) => {
      const page = await listAuditEntries({ ...deps, viewerId: actorOf(request).id }, request.query)
      return toPage(request, request.query, page)
    },
  )

  app.get(
    '/api/admin-panel/history',
    {
      config: STAFF,
      schema: {
        summary: 'List what was done to a record',
        querystring: historyQuery,
        response: { 200: pageSchema(auditEntry) },
      },
    },
    async (request) =>
      toPage(request, request.query, await listHistory(deps, actorOf(request), request.query)),
  )
}
