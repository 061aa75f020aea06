import {
  adminPendingChange,
  changeDecisionBody,
  changeDecisionResponse,
  pendingChangesQuery,
} from '@tendwell/contract/console/users'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { SUPPORT } from '../access.ts'
import { decideChange } from './commands.ts'
import { listPendingChanges } from './queries.ts'

/** New names and photos of verified caregivers. @see docs/rules/console.md#changes-of-name-and-photo */
export function changesRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/caregivers/changes',
    {
      config: SUPPORT,
      schema: {
        summary: 'List profile changes to decide on',
        querystring: pendingChangesQuery,
        response: { 200: pageSchema(adminPendingChange) },
      },
    },
    async (request) => toPage(request, request.query, await listPendingChanges(deps, request.query)),
  )

  app.post(
    '/api/admin-panel/caregivers/:id/changes',
    {
      config: SUPPORT,
      schema: {
        summary: 'Decide on profile changes',
        params: idParams,
        body: changeDecisionBody,
        response: { 200: changeDecisionResponse },
      },
    },
    (request) => {
      const { change_id: changeId, decision, reason } = request.body
      const changeDecision = { caregiverId: request.params.id, changeId, decision, reason }
      return decideChange(deps, actorOf(request), request.ip, changeDecision)
    },
  )
}
