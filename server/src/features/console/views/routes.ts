import { viewBody, viewResponse, viewsQuery, viewsResponse } from '@tendwell/contract/console/views'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { STAFF } from '../access.ts'
import { deleteView, saveView } from './commands.ts'
import { listViews } from './queries.ts'

/** The caller's own saved views. @see docs/rules/console.md#saved-views */
export function viewsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/views',
    {
      config: STAFF,
      schema: { summary: 'List my saved views', querystring: viewsQuery, response: { 200: viewsResponse } },
    },
    async (request) =>
      toSinglePage(await listViews(deps.database, actorOf(request).id, request.query.screen)),
  )

  app.post(
    '/api/admin-panel/views',
    {
      config: STAFF,
      schema: { summary: 'Save a view of a list', body: viewBody, response: { 201: viewResponse } },
    },
    async (request, reply) => {
      const view = { ...request.body, ownerId: actorOf(request).id }
      const savedView = await withIdempotencyKey(deps, request, (transaction) => saveView(transaction, view))
      return reply.code(201).send(savedView)
    },
  )

  app.delete(
    '/api/admin-panel/views/:id',
    {
      config: STAFF,
      schema: { summary: 'Delete a saved view', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteView(deps.database, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
