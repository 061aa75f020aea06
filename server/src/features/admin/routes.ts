import {
  adminCaregiver,
  verificationBody,
  verificationListQuery,
  verificationResponse,
} from '@tendwell/contract/admin'
import { idParams, pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { pageOf } from '../../platform/pages.ts'
import { decideVerification } from './commands.ts'
import { caregiversToVerify } from './queries.ts'

const ADMINS = { access: ['admin'] as const }

export function adminRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/caregivers/verification',
    {
      config: ADMINS,
      schema: { querystring: verificationListQuery, response: { 200: pageSchema(adminCaregiver) } },
    },
    async (request) => {
      const found = await caregiversToVerify(deps, actorOf(request).id, request.query)
      return pageOf(request, request.query, found)
    },
  )

  app.post(
    '/api/admin-panel/caregivers/:id/verification',
    {
      config: ADMINS,
      schema: { params: idParams, body: verificationBody, response: { 200: verificationResponse } },
    },
    (request) => {
      const { verification_status: status, rejection_reason, admin_notes } = request.body
      return decideVerification(deps, actorOf(request), request.ip, {
        caregiverId: request.params.id,
        status,
        rejectionReason: rejection_reason,
        adminNotes: admin_notes,
      })
    },
  )
}
