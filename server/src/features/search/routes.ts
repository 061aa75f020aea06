import { caregiverPage, caregiverSearchQuery, publicCaregiver } from '@tendwell/contract/profiles'
import { idParams } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { toPage } from '../../platform/pages.ts'
import { getListedCaregiver, searchCaregivers } from './queries.ts'

export function caregiverRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/auth/caregivers',
    {
      config: { access: 'public' },
      schema: { querystring: caregiverSearchQuery, response: { 200: caregiverPage } },
    },
    async (request) => {
      const found = await searchCaregivers(deps, request.query)
      return { ...toPage(request, request.query, found), count_is_exact: found.count_is_exact }
    },
  )

  app.get(
    '/api/auth/caregivers/:id',
    { config: { access: 'public' }, schema: { params: idParams, response: { 200: publicCaregiver } } },
    (request) => getListedCaregiver(deps, request.params.id),
  )
}
