import { identitiesQuery, identitiesResponse } from '@tendwell/contract/sign-in/accounts'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { getOffset, toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED } from '../../people/index.ts'
import { requireRecentProof } from '../sessions/reauthentication.ts'
import { listIdentities } from './queries.ts'
import { removeIdentity } from './removal.ts'

export function identityRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/auth/identities',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'List my linked logins',
        querystring: identitiesQuery,
        response: { 200: identitiesResponse },
      },
    },
    async (request) => {
      const { query } = request
      const page = { limit: query.page_size, offset: getOffset(query) }
      return toPage(request, query, await listIdentities(deps, actorOf(request), page))
    },
  )

  app.delete(
    '/api/auth/identities/:id',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Remove a linked login', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await requireRecentProof(deps.database, deps, actorOf(request))
      await removeIdentity(deps, actorOf(request), request.params.id, request.ip)
      return reply.code(204).send(null)
    },
  )
}
