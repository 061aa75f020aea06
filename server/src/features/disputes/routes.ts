import { EVIDENCE_LIMITS } from '@tendwell/contract/safety/dispute-types'
import {
  assignedDispute,
  availableBooking,
  availableBookingsQuery,
  closeDisputeBody,
  disputeAnswerBody,
  disputeBody,
  disputeReplyBody,
  disputeResponse,
  disputesQuery,
  EVIDENCE_CAPTION_MAXIMUM,
  evidenceItem,
  ownDispute,
} from '@tendwell/contract/safety/disputes'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { registerUploadRoutes, withUploads } from '../files/index.ts'
import { requireRecentProof } from '../sign-in/index.ts'
import { closeDispute, openDispute, withdrawDispute } from './commands.ts'
import { addEvidence } from './evidence.ts'
import { listCaregiverDisputes, listDisputableBookings, listFamilyDisputes } from './list-queries.ts'
import { getDisputeForParty } from './queries.ts'
import { answerQuestion } from './questions.ts'
import { respondToDispute } from './response.ts'

const FAMILY = { access: ['caretaker'] } as const
const CAREGIVER = { access: ['caregiver'] } as const
const PARTIES = { access: ['caretaker', 'caregiver'] } as const
const FAMILY_OR_SUPPORT = { access: ['caretaker', 'support', 'admin'] } as const

const EVIDENCE_RULES = {
  fields: ['file'],
  texts: { caption: EVIDENCE_CAPTION_MAXIMUM },
  maxBytes: EVIDENCE_LIMITS.fileBytes,
}

/** The routes of families and caregivers. Those of staff are in the console slice, except closing. */
export function disputesRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)
  disputeRoutes(app, deps)
  responseRoutes(app, deps)
  registerUploadRoutes(app, (scope) => evidenceRoutes(scope, deps))
}

function listRoutes(app: App, deps: Deps): void {
  const { database, clock } = deps
  app.get(
    '/api/disputes/bookings/available',
    {
      config: FAMILY,
      schema: {
        summary: 'List bookings to dispute',
        querystring: availableBookingsQuery,
        response: { 200: pageSchema(availableBooking) },
      },
    },
    async (request) => {
      const page = await listDisputableBookings(database, actorOf(request).id, clock.now(), request.query)
      return toPage(request, request.query, page)
    },
  )
  app.get(
    '/api/disputes/mine',
    {
      config: FAMILY,
      schema: {
        summary: 'List my disputes',
        querystring: disputesQuery,
        response: { 200: pageSchema(ownDispute) },
      },
    },
    async (request) =>
      toPage(request, request.query, await listFamilyDisputes(database, actorOf(request).id, request.query)),
  )
  app.get(
    '/api/disputes/assigned-to-me',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List disputes about my bookings',
        querystring: disputesQuery,
        response: { 200: pageSchema(assignedDispute) },
      },
    },
    async (request) =>
      toPage(
        request,
        request.query,
        await listCaregiverDisputes(database, actorOf(request).id, request.query),
      ),
  )
}

function disputeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/disputes',
    {
      config: FAMILY,
      schema: { summary: 'Open a dispute', body: disputeBody, response: { 201: disputeResponse } },
    },
    async (request, reply) => {
      const openedDispute = await withIdempotencyKey(deps, request, (transaction) =>
        openDispute(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(openedDispute)
    },
  )
  app.get(
    '/api/disputes/:id',
    {
      config: PARTIES,
      schema: { summary: 'Get a dispute', params: idParams, response: { 200: disputeResponse } },
    },
    (request) => getDisputeForParty(deps, actorOf(request), request.params.id),
  )
  app.patch(
    '/api/disputes/:id/close',
    {
      config: FAMILY_OR_SUPPORT,
      schema: {
        summary: 'Close a dispute',
        params: idParams,
        body: closeDisputeBody,
        response: { 200: disputeResponse },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      if (actor.role === 'caretaker') return withdrawDispute(deps, actor.id, id)
      const { refund_usd: refundUsd, resolution } = request.body
      if (refundUsd > 0) await requireRecentProof(deps.database, deps, actor)
      return closeDispute(deps, actor, request.ip, { id, refundUsd, resolution })
    },
  )
  app.post(
    '/api/disputes/:id/answers',
    {
      config: PARTIES,
      schema: {
        summary: 'Answer a question about a dispute',
        params: idParams,
        body: disputeAnswerBody,
        response: { 201: disputeResponse },
      },
    },
    async (request, reply) => {
      const { question_id: questionId, text } = request.body
      const answer = { disputeId: request.params.id, questionId, text }
      const answeredDispute = await withIdempotencyKey(deps, request, (transaction) =>
        answerQuestion(transaction, deps, actorOf(request), answer),
      )
      return reply.code(201).send(answeredDispute)
    },
  )
}

function responseRoutes(app: App, deps: Deps): void {
  app.put(
    '/api/disputes/:id/response',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Answer a dispute about my booking',
        params: idParams,
        body: disputeReplyBody,
        response: { 200: disputeResponse },
      },
    },
    (request) => respondToDispute(deps, actorOf(request).id, request.params.id, request.body.text),
  )
}

function evidenceRoutes(scope: App, deps: Deps): void {
  scope.post(
    '/api/disputes/:id/evidence',
    {
      config: PARTIES,
      schema: {
        summary: 'Add evidence to a dispute',
        params: idParams,
        consumes: ['multipart/form-data'],
        response: { 201: evidenceItem },
      },
    },
    async (request, reply) => {
      const addedEvidence = await withUploads(deps, request, EVIDENCE_RULES, (uploads, { caption = '' }) =>
        addEvidence(deps, actorOf(request).id, request.params.id, { uploads, caption }),
      )
      return reply.code(201).send(addedEvidence)
    },
  )
}
