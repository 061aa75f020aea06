import {
  adminReport,
  adminReportsQuery,
  reportDecisionBody,
  reportMessages,
  reportRecord,
} from '@tendwell/contract/console/reports'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { readPage } from '../../../platform/database/sorted-list.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import {
  decideReport,
  getReportRecord,
  openReportMessages,
  reportList,
  showContentAgain,
} from '../../moderation/index.ts'
import { SUPPORT } from '../access.ts'

const toStaffActor = (request: FastifyRequest) => ({ actor: actorOf(request), address: request.ip })

/** @see docs/rules/safety.md#moderation */
export function reportsRoutes(app: App, deps: Deps): void {
  recordRoutes(app, deps)
  decisionRoutes(app, deps)
}

function recordRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/reports',
    {
      config: SUPPORT,
      schema: {
        summary: 'List all reports',
        querystring: adminReportsQuery,
        response: { 200: pageSchema(adminReport) },
      },
    },
    async (request) => toPage(request, request.query, await readPage(deps, reportList, request.query)),
  )

  app.get(
    '/api/admin-panel/reports/:id',
    {
      config: SUPPORT,
      schema: { summary: 'Get a report', params: idParams, response: { 200: reportRecord } },
    },
    (request) => getReportRecord(deps, toStaffActor(request), request.params.id),
  )

  app.get(
    '/api/admin-panel/reports/:id/messages',
    {
      config: SUPPORT,
      schema: {
        summary: 'Read the messages around a reported one',
        params: idParams,
        response: { 200: reportMessages },
      },
    },
    (request) => {
      const staff = { actorId: actorOf(request).id, address: request.ip }
      return openReportMessages(deps, staff, request.params.id)
    },
  )
}

function decisionRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin-panel/reports/:id/decision',
    {
      config: SUPPORT,
      schema: {
        summary: 'Decide on a report',
        params: idParams,
        body: reportDecisionBody,
        response: { 200: reportRecord },
      },
    },
    async (request) => {
      await decideReport(deps, toStaffActor(request), request.params.id, request.body)
      return getReportRecord(deps, toStaffActor(request), request.params.id)
    },
  )

  app.post(
    '/api/admin-panel/reports/:id/show',
    {
      config: SUPPORT,
      schema: {
        summary: 'Show hidden content again',
        params: idParams,
        response: { 200: reportRecord },
      },
    },
    async (request) => {
      await showContentAgain(deps, toStaffActor(request), request.params.id)
      return getReportRecord(deps, toStaffActor(request), request.params.id)
    },
  )
}
