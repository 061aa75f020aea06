import {
  adminDispute,
  assignDisputeBody,
  disputeQuestionBody,
  disputeRecord,
  disputeStaffResponse,
  rejectDisputeBody,
} from '@tendwell/contract/console/disputes'
import { adminDisputesQuery } from '@tendwell/contract/console/users'
import { closeDisputeBody, disputeResponse } from '@tendwell/contract/safety/disputes'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage, toSinglePage } from '../../../platform/database/paging.ts'
import { readPage } from '../../../platform/database/sorted-list.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import {
  askSide,
  assignDispute,
  closeDispute,
  disputeList,
  escalateDispute,
  listDisputeStaff,
  rejectDispute,
} from '../../disputes/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { SUPPORT } from '../access.ts'
import { openDisputeRecord } from './record.ts'

export function disputesRoutes(app: App, deps: Deps): void {
  recordRoutes(app, deps)
  caseRoutes(app, deps)
  decisionRoutes(app, deps)
}

function recordRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/disputes',
    {
      config: SUPPORT,
      schema: {
        summary: 'List all disputes',
        querystring: adminDisputesQuery,
        response: { 200: pageSchema(adminDispute) },
      },
    },
    async (request) => {
      const page = await readPage({ ...deps, viewerId: actorOf(request).id }, disputeList, request.query)
      return toPage(request, request.query, page)
    },
  )

  app.get(
    '/api/admin-panel/disputes/:id',
    {
      config: SUPPORT,
      schema: { summary: 'Get a dispute as an admin', params: idParams, response: { 200: disputeRecord } },
    },
    (request) => openDisputeRecord(deps, request.params.id, { actor: actorOf(request), address: request.ip }),
  )
}

function caseRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/disputes/assignees',
    {
      config: SUPPORT,
      schema: {
        summary: 'List the staff that disputes can be assigned to',
        response: { 200: disputeStaffResponse },
      },
    },
    async () => toSinglePage(await listDisputeStaff(deps.database)),
  )

  app.patch(
    '/api/admin-panel/disputes/:id',
    {
      config: SUPPORT,
      schema: {
        summary: 'Assign a dispute',
        params: idParams,
        body: assignDisputeBody,
        response: { 200: disputeRecord },
      },
    },
    async (request) => {
      const staffActor = { actor: actorOf(request), address: request.ip }
      const { id } = request.params
      await assignDispute(deps, staffActor, { id, assigneeId: request.body.assignee_id })
      return openDisputeRecord(deps, id, staffActor)
    },
  )

  app.post(
    '/api/admin-panel/disputes/:id/questions',
    {
      config: SUPPORT,
      schema: {
        summary: 'Ask one side of a dispute',
        params: idParams,
        body: disputeQuestionBody,
        response: { 201: disputeResponse },
      },
    },
    async (request, reply) => {
      const staffActor = { actor: actorOf(request), address: request.ip }
      const question = { ...request.body, disputeId: request.params.id }
      const dispute = await withIdempotencyKey(deps, request, (transaction) =>
        askSide(transaction, deps, staffActor, question),
      )
      return reply.code(201).send(dispute)
    },
  )
}

function decisionRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin-panel/disputes/:id/escalate',
    {
      config: SUPPORT,
      schema: { summary: 'Escalate a dispute', params: idParams, response: { 200: disputeResponse } },
    },
    (request) => escalateDispute(deps, actorOf(request), request.ip, request.params.id),
  )

  app.post(
    '/api/admin-panel/disputes/:id/reject',
    {
      config: SUPPORT,
      schema: {
        summary: 'Reject a dispute',
        params: idParams,
        body: rejectDisputeBody,
        response: { 200: disputeResponse },
      },
    },
    (request) =>
      rejectDispute(deps, actorOf(request), request.ip, { id: request.params.id, ...request.body }),
  )

  app.post(
    '/api/admin-panel/disputes/:id/close',
    {
      config: SUPPORT,
      schema: {
        summary: 'Close a dispute as an admin',
        params: idParams,
        body: closeDisputeBody,
        response: { 200: disputeResponse },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { refund_usd: refundUsd, resolution } = request.body
      if (refundUsd > 0) await requireRecentProof(deps.database, deps, actor)
      return closeDispute(deps, actor, request.ip, { id: request.params.id, refundUsd, resolution })
    },
  )
}
