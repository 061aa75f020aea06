import {
  AVATAR_MAXIMUM_BYTES,
  caregiverProfileBody,
  DOCUMENT_FIELDS,
  DOCUMENT_MAXIMUM_BYTES,
  ownCaregiverProfile,
} from '@tendwell/contract/profiles'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { toAvatarUrl } from '../accounts/index.ts'
import { registerUploadRoutes, withUploads } from '../files/index.ts'
import { changeDetails, ownProfile, replaceAvatar, replaceDocuments } from './commands.ts'

const CAREGIVER = { access: ['caregiver'] as const }
const PROFILE_PATH = '/api/auth/caregiver/profile'

const DOCUMENT_RULES = { fields: DOCUMENT_FIELDS, maxBytes: DOCUMENT_MAXIMUM_BYTES }
const AVATAR_RULES = { fields: ['avatar'], maxBytes: AVATAR_MAXIMUM_BYTES }

export function profileRoutes(app: App, deps: Deps): void {
  app.get(
    PROFILE_PATH,
    { config: CAREGIVER, schema: { response: { 200: ownCaregiverProfile } } },
    (request) => ownProfile(deps, actorOf(request).id),
  )

  app.put(
    PROFILE_PATH,
    { config: CAREGIVER, schema: { body: caregiverProfileBody, response: { 200: ownCaregiverProfile } } },
    (request) => changeDetails(deps, actorOf(request).id, request.body),
  )

  app.patch(
    PROFILE_PATH,
    {
      config: CAREGIVER,
      schema: { body: caregiverProfileBody.partial(), response: { 200: ownCaregiverProfile } },
    },
    (request) => changeDetails(deps, actorOf(request).id, request.body),
  )

  registerUploadRoutes(app, (scope) => profileUploads(scope, deps))
}

function profileUploads(scope: App, deps: Deps): void {
  scope.post(
    '/api/auth/caregiver/documents',
    {
      config: CAREGIVER,
      schema: { consumes: ['multipart/form-data'], response: { 200: ownCaregiverProfile } },
    },
    (request) =>
      withUploads(request, DOCUMENT_RULES, (uploads) => replaceDocuments(deps, actorOf(request).id, uploads)),
  )

  for (const role of ['caregiver', 'caretaker'] as const) {
    scope.post(
      `/api/auth/${role}/avatar`,
      {
        config: { access: [role] },
        schema: {
          consumes: ['multipart/form-data'],
          response: { 200: z.object({ avatar: z.string().nullable() }) },
        },
      },
      (request) =>
        withUploads(request, AVATAR_RULES, async (uploads) => ({
          avatar: toAvatarUrl(await replaceAvatar(deps, actorOf(request).id, uploads)),
        })),
    )
  }
}
