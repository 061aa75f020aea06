import {
  adminCaregiversQuery,
  adminUser,
  adminUsersQuery,
  userStatusBody,
  userStatusResponse,
} from '@tendwell/contract/console/users'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { SUPPORT } from '../access.ts'
import { setUserStatus } from './commands.ts'
import { listUsers } from './queries.ts'

export function usersRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/users',
    {
      config: SUPPORT,
      schema: {
        summary: 'List all users',
        querystring: adminUsersQuery,
        response: { 200: pageSchema(adminUser) },
      },
    },
    async (request) => toPage(request, request.query, await listUsers(deps, request.query)),
  )

  app.get(
    '/api/admin-panel/caregivers',
    {
      config: SUPPORT,
      schema: {
        summary: 'List all caregivers',
        querystring: adminCaregiversQuery,
        response: { 200: pageSchema(adminUser) },
      },
    },
    async (request) => {
      const page = await listUsers(deps, { ...request.query, role: 'caregiver' })
      return toPage(request, request.query, page)
    },
  )

  app.post(
    '/api/admin-panel/users/:id/status',
    {
      config: SUPPORT,
      schema: {
        summary: 'Activate or deactivate a user',
        params: idParams,
        body: userStatusBody,
        response: { 200: userStatusResponse },
      },
    },
    (request) =>
      setUserStatus(deps, actorOf(request), request.ip, {
        userId: request.params.id,
        isActive: request.body.is_active,
        reason: request.body.reason,
        refund: request.body.refund,
        previewedUsd: request.body.refund_usd,
      }),
  )
}
