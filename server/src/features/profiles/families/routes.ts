import { caretakerProfileBody, ownCaretakerProfile } from '@tendwell/contract/profiles/families'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { getOwnFamilyProfile, updateFamilyProfile } from './commands.ts'

const FAMILY = { access: ['caretaker'] as const }
const PROFILE_PATH = '/api/auth/caretaker/profile'

/** A family's own profile. @see docs/rules/profiles-and-files.md#family-profile */
export function familyRoutes(app: App, deps: Deps): void {
  app.get(
    PROFILE_PATH,
    { config: FAMILY, schema: { summary: 'Get my family profile', response: { 200: ownCaretakerProfile } } },
    (request) => getOwnFamilyProfile(deps, actorOf(request).id),
  )

  app.put(
    PROFILE_PATH,
    {
      config: FAMILY,
      schema: {
        summary: 'Replace my family profile',
        body: caretakerProfileBody,
        response: { 200: ownCaretakerProfile },
      },
    },
    (request) => updateFamilyProfile(deps, actorOf(request).id, request.body),
  )
}
