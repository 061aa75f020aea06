import { caregiverSearchQuery, publicCaregiver } from '@tendwell/contract/profiles'
import { idParams, pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { pageOf } from '../../platform/pages.ts'
import { listedCaregiver, searchCaregivers } from './queries.ts'

export function caregiverRoutes(app: App, { database }: Deps): void {
  app.get(
    '/api/auth/caregivers',
    {
      config: { access: 'public' },
      schema: { querystring: caregiverSearchQuery, response: { 200: pageSchema(publicCaregiver) } },
    },
    async (request) => pageOf(request, request.query, await searchCaregivers(database, request.query)),
  )

  app.get(
    '/api/auth/caregivers/:id',
    { config: { access: 'public' }, schema: { params: idParams, response: { 200: publicCaregiver } } },
    (request) => listedCaregiver(database, request.params.id),
  )
}
