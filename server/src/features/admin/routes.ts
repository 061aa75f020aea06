import {
  adminCaregiver,
  adminCaregiversQuery,
  adminRequest,
  adminRequestsQuery,
  adminUser,
  adminUsersQuery,
  userStatusBody,
  userStatusResponse,
  verificationBody,
  verificationListQuery,
  verificationResponse,
} from '@tendwell/contract/admin'
import { idParams, pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { pageOf } from '../../platform/pages.ts'
import { ADMINS } from './access.ts'
import { analyticsRoutes } from './analytics-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { setUserStatus } from './people.ts'
import { peopleOf } from './people-queries.ts'
import { allRequests } from './request-queries.ts'
import { decideVerification } from './verification.ts'
import { caregiversToVerify } from './verification-queries.ts'

/** The console's calls (admin specification §7). */
export function adminRoutes(app: App, deps: Deps): void {
  verificationRoutes(app, deps)
  peopleRoutes(app, deps)
  requestRoutes(app, deps)
  disputeRoutes(app, deps)
  analyticsRoutes(app, deps)
}

function verificationRoutes(app: App, deps: Deps): void {
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
      const { verification_status: status, rejection_reason, admin_notes, document_ids } = request.body
      return decideVerification(deps, actorOf(request), request.ip, {
        caregiverId: request.params.id,
        status,
        rejectionReason: rejection_reason,
        adminNotes: admin_notes,
        shown: document_ids && {
          govIdFrontFileId: document_ids.id_front,
          govIdBackFileId: document_ids.id_back,
          certificateFileId: document_ids.certificate,
        },
      })
    },
  )
}

function peopleRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/users',
    { config: ADMINS, schema: { querystring: adminUsersQuery, response: { 200: pageSchema(adminUser) } } },
    async (request) => pageOf(request, request.query, await peopleOf(deps.database, request.query)),
  )

  app.get(
    '/api/admin-panel/caregivers',
    {
      config: ADMINS,
      schema: { querystring: adminCaregiversQuery, response: { 200: pageSchema(adminUser) } },
    },
    async (request) => {
      const found = await peopleOf(deps.database, { ...request.query, role: 'caregiver' })
      return pageOf(request, request.query, found)
    },
  )

  app.post(
    '/api/admin-panel/users/:id/status',
    {
      config: ADMINS,
      schema: { params: idParams, body: userStatusBody, response: { 200: userStatusResponse } },
    },
    (request) =>
      setUserStatus(deps, actorOf(request), request.ip, {
        userId: request.params.id,
        isActive: request.body.is_active,
      }),
  )
}

function requestRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/requests',
    {
      config: ADMINS,
      schema: { querystring: adminRequestsQuery, response: { 200: pageSchema(adminRequest) } },
    },
    async (request) => pageOf(request, request.query, await allRequests(deps.database, request.query)),
  )
}
