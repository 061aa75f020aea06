import {
  caregiverProfileBody,
  documentOpening,
  documentOpeningsQuery,
  ownCaregiverProfile,
} from '@tendwell/contract/profiles'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { toPage } from '../../platform/pages.ts'
import {
  getOwnCaregiverProfile,
  updateCaregiverProfile,
  withdrawPendingChange,
} from './caregiver-commands.ts'
import { listDocumentOpenings } from './documents/openings.ts'

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

  app.get(
    '/api/auth/caregiver/documents/openings',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List when staff opened my documents',
        querystring: documentOpeningsQuery,
        response: { 200: pageSchema(documentOpening) },
      },
    },
    async (request) =>
      toPage(
        request,
        request.query,
        await listDocumentOpenings(deps.database, actorOf(request).id, request.query),
      ),
  )
}
