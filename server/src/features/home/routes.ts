import { homeResponse } from '@tendwell/contract/bookings/home'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { getHome } from './queries.ts'

export function homeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/home',
    {
      config: { access: ['caregiver', 'caretaker'] },
      schema: { summary: 'Get my home screen', response: { 200: homeResponse } },
    },
    (request) => {
      const { id, role } = actorOf(request)
      return getHome(deps, role === 'caregiver' ? 'caregiver' : 'caretaker', id)
    },
  )
}
