import {
  AVATAR_MAXIMUM_BYTES,
  avatarResponse,
  DOCUMENT_FIELDS,
  DOCUMENT_MAXIMUM_BYTES,
  ownCaregiverProfile,
} from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { registerUploadRoutes, withUploads } from '../files/index.ts'
import { getOwnCaregiverProfile } from './caregivers/commands.ts'
import { replaceAvatar } from './commands.ts'
import { uploadDocuments } from './documents/upload.ts'

const DOCUMENT_RULES = {
  fields: DOCUMENT_FIELDS,
  /** `only_renewals` is `true` if files that aren't renewals are to be refused; at most 10 characters. */
  texts: { only_renewals: 10 },
  maxBytes: DOCUMENT_MAXIMUM_BYTES,
}
const AVATAR_RULES = { fields: ['avatar'], maxBytes: AVATAR_MAXIMUM_BYTES }

/** The uploads of documents and avatars. @see docs/rules/profiles-and-files.md#uploads */
export function profileUploadRoutes(app: App, deps: Deps): void {
  registerUploadRoutes(app, (scope) => {
    documentRoutes(scope, deps)
    avatarRoutes(scope, deps)
  })
}

function documentRoutes(scope: App, deps: Deps): void {
  scope.post(
    '/api/auth/caregiver/documents',
    {
      config: { access: ['caregiver'] },
      schema: {
        summary: 'Upload caregiver documents',
        consumes: ['multipart/form-data'],
        response: { 200: ownCaregiverProfile },
      },
    },
    (request) =>
      withUploads(deps, request, DOCUMENT_RULES, async (uploads, texts) => {
        const { id } = actorOf(request)
        await uploadDocuments(deps, id, uploads, { onlyRenewals: texts.only_renewals === 'true' })
        return getOwnCaregiverProfile(deps, id)
      }),
  )
}

function avatarRoutes(scope: App, deps: Deps): void {
  for (const role of ['caregiver', 'caretaker'] as const) {
    scope.post(
      `/api/auth/${role}/avatar`,
      {
        config: { access: [role] },
        schema: {
          summary: role === 'caregiver' ? "Upload a caregiver's avatar" : "Upload a family's avatar",
          consumes: ['multipart/form-data'],
          response: { 200: avatarResponse },
        },
      },
      (request) =>
        withUploads(deps, request, AVATAR_RULES, (uploads) =>
          replaceAvatar(deps, actorOf(request).id, uploads),
        ),
    )
  }
}
