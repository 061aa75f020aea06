import {
  documentCheckBody,
  documentCheckParams,
  documentCheckResponse,
} from '@tendwell/contract/admin-documents'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/access.ts'
import type { App } from '../../../platform/http.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { SUPPORT } from '../access.ts'
import { recordDocumentCheck } from './document-commands.ts'

export function documentCheckRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin-panel/caregivers/:id/documents/:kind/check',
    {
      config: SUPPORT,
      schema: {
        summary: "Check one of a caregiver's documents",
        params: documentCheckParams,
        body: documentCheckBody,
        response: { 200: documentCheckResponse },
      },
    },
    (request) => {
      const { file_id: fileId, result, reason, expires_on: expiresOn } = request.body
      const { id: caregiverId, kind } = request.params
      const by = { actorId: actorOf(request).id, address: request.ip }
      const check = { caregiverId, kind, fileId, result, reason, expiresOn }
      return withIdempotencyKey(deps, request, (transaction) =>
        recordDocumentCheck(transaction, deps, by, check),
      )
    },
  )
}
