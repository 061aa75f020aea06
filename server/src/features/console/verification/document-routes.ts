import {
  documentCheckBody,
  documentCheckParams,
  documentCheckResponse,
  renewalDecisionBody,
  renewalDecisionResponse,
} from '@tendwell/contract/console/documents'
import type { Deps } from '../../../deps.ts'
import { staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { SUPPORT } from '../access.ts'
import { recordDocumentCheck, recordRenewalDecision } from './document-commands.ts'

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
      const { file_id: fileId, result, reason, title } = request.body
      const { expires_on: expiresOn, never_expires: neverExpires } = request.body
      const { id: caregiverId, kind } = request.params
      const staffActor = staffActorOf(request)
      const check = { caregiverId, kind, fileId, result, reason, title, expiresOn, neverExpires }
      return withIdempotencyKey(deps, request, (transaction) =>
        recordDocumentCheck(transaction, deps, staffActor, check),
      )
    },
  )

  app.post(
    '/api/admin-panel/caregivers/:id/documents/:kind/renewal',
    {
      config: SUPPORT,
      schema: {
        summary: "Decide on a new file of a caregiver's document",
        params: documentCheckParams,
        body: renewalDecisionBody,
        response: { 200: renewalDecisionResponse },
      },
    },
    (request) => {
      const { file_id: fileId, decision, reason, title } = request.body
      const { expires_on: expiresOn, never_expires: neverExpires } = request.body
      const { id: caregiverId, kind } = request.params
      const staffActor = staffActorOf(request)
      const renewal = { caregiverId, kind, fileId, decision, reason, title, expiresOn, neverExpires }
      return recordRenewalDecision(deps, staffActor, renewal)
    },
  )
}
