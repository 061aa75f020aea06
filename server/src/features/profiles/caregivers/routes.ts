import { caregiverProfileBody } from '@tendwell/contract/profiles/caregiver-body'
import { ownCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { getOwnCaregiverProfile, updateCaregiverProfile, withdrawPendingChange } from './commands.ts'

const CAREGIVER = { access: ['caregiver'] as const }
const PROFILE_PATH = '/api/auth/caregiver/profile'

/** A caregiver's own profile. @see docs/rules/profiles-and-files.md#caregiver-profile */
export function caregiverRoutes(app: App, deps: Deps): void {
  app.get(
    PROFILE_PATH,
    {
      config: CAREGIVER,
      schema: { summary: 'Get my caregiver profile', response: { 200: ownCaregiverProfile } },
    },
    (request) => getOwnCaregiverProfile(deps, actorOf(request).id),
  )

  app.put(
    PROFILE_PATH,
    {
      config: CAREGIVER,
      schema: {
        summary: 'Replace my caregiver profile',
        body: caregiverProfileBody,
        response: { 200: ownCaregiverProfile },
      },
    },
    (request) => updateCaregiverProfile(deps, actorOf(request).id, request.body),
  )

  app.patch(
    PROFILE_PATH,
    {
      config: CAREGIVER,
      schema: {
        summary: 'Change my caregiver profile',
        body: caregiverProfileBody.partial(),
        response: { 200: ownCaregiverProfile },
      },
    },
    (request) => updateCaregiverProfile(deps, actorOf(request).id, request.body),
  )

  app.delete(
    `${PROFILE_PATH}/changes`,
    {
      config: CAREGIVER,
      schema: { summary: 'Withdraw my pending profile changes', response: { 200: ownCaregiverProfile } },
    },
    (request) => withdrawPendingChange(deps, actorOf(request).id),
  )
}
