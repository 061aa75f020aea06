import { queueResponse } from '@tendwell/contract/console/queue'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { STAFF } from '../access.ts'
import { getQueue } from './queries.ts'

export function queueRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/queue',
    { config: STAFF, schema: { summary: 'List what waits for staff', response: { 200: queueResponse } } },
    (request) => getQueue(deps, actorOf(request)),
  )
}
