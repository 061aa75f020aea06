import { adminJob, adminJobsQuery, jobActionResponse, jobParams } from '@tendwell/contract/console/jobs'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { listJobs } from '../../../platform/jobs/list.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { ADMIN_ONLY } from '../access.ts'
import { actOnJob, retryAllJobs } from './commands.ts'

/**
 * A job can be a refund or a payout, so acting on one needs a recent proof.
 * @see docs/rules/console.md#jobs
 */
export function jobsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/jobs',
    {
      config: ADMIN_ONLY,
      schema: { summary: 'List jobs', querystring: adminJobsQuery, response: { 200: pageSchema(adminJob) } },
    },
    async (request) =>
      toPage(request, request.query, await listJobs(deps.database, deps.clock, request.query)),
  )

  app.post(
    '/api/admin-panel/jobs/retry',
    {
      config: ADMIN_ONLY,
      schema: { summary: 'Retry all failed jobs', response: { 200: jobActionResponse } },
    },
    async (request) => {
      const actor = actorOf(request)
      await requireRecentProof(deps.database, deps, actor)
      return retryAllJobs(deps, { actorId: actor.id, address: request.ip })
    },
  )

  for (const action of ['retry', 'drop'] as const) {
    const summary = action === 'retry' ? 'Retry a job' : 'Drop a job'
    app.post(
      `/api/admin-panel/jobs/:id/${action}`,
      { config: ADMIN_ONLY, schema: { summary, params: jobParams, response: { 200: jobActionResponse } } },
      async (request) => {
        const actor = actorOf(request)
        await requireRecentProof(deps.database, deps, actor)
        const jobActor = { actorId: actor.id, address: request.ip }
        return actOnJob(deps, jobActor, { id: request.params.id, action })
      },
    )
  }
}
