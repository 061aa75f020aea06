import {
  adminCaregiver,
  verificationBody,
  verificationListQuery,
  verificationNeighbors,
  verificationNeighborsQuery,
  verificationResponse,
} from '@tendwell/contract/console/users'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { findNeighbors, listCaregiversToVerify } from '../../profiles/index.ts'
import { SUPPORT } from '../access.ts'
import { decideVerification } from './commands.ts'

export function verificationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/caregivers/verification',
    {
      config: SUPPORT,
      schema: {
        summary: 'List caregivers to verify',
        querystring: verificationListQuery,
        response: { 200: pageSchema(adminCaregiver) },
      },
    },
    async (request) => {
      const page = await listCaregiversToVerify(deps, actorOf(request).id, request.query)
      return toPage(request, request.query, page)
    },
  )

  app.get(
    '/api/admin-panel/caregivers/:id/verification/neighbors',
    {
      config: SUPPORT,
      schema: {
        summary: 'Find the caregivers before and after one in the list',
        params: idParams,
        querystring: verificationNeighborsQuery,
        response: { 200: verificationNeighbors },
      },
    },
    (request) => findNeighbors(deps, request.params.id, request.query),
  )

  app.post(
    '/api/admin-panel/caregivers/:id/verification',
    {
      config: SUPPORT,
      schema: {
        summary: "Decide on a caregiver's verification",
        params: idParams,
        body: verificationBody,
        response: { 200: verificationResponse },
      },
    },
    (request) => {
      const { verification_status: status, rejection_reason, admin_notes, document_ids } = request.body
      const { full_name: fullName, avatar } = request.body
      return decideVerification(deps, actorOf(request), request.ip, {
        caregiverId: request.params.id,
        status,
        rejectionReason: rejection_reason,
        note: admin_notes.trim(),
        previewedUsd: request.body.refund_usd,
        reviewed: {
          fullName,
          avatar,
          documents: document_ids && {
            govIdFrontFileId: document_ids.id_front,
            govIdBackFileId: document_ids.id_back,
            certificateFileId: document_ids.certificate,
          },
        },
      })
    },
  )
}
