import { caretakerForCaregiver } from '@tendwell/contract/profiles/families'
import { idParams } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { getFamily } from './queries.ts'

export function familiesRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/auth/caretakers/:id',
    {
      config: { access: ['caregiver'] },
      schema: { summary: 'Get a family', params: idParams, response: { 200: caretakerForCaregiver } },
    },
    (request) => getFamily(deps, actorOf(request).id, request.params.id),
  )
}
