import {
  closeBody,
  closeResponse,
  closingResponse,
  type Erasure,
  erasureResponse,
  erasuresQuery,
  exportBody,
  exportLinkResponse,
  exportResponse,
  reopenBody,
  reopenResponse,
} from '@tendwell/contract/people/own-data'
import { documentOpening, documentOpeningsQuery } from '@tendwell/contract/profiles/profiles'
import { staffAccess, staffAccessQuery } from '@tendwell/contract/staff/staff-access'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { getOffset, toPage } from '../../platform/database/paging.ts'
import { actorOf, SIGNED_IN } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { addShortExport, type CsvColumn, toTime } from '../console/index.ts'
import { closeOwnAccount, previewClosing, reopenOwnAccount } from './closing/closing.ts'
import { listErasures } from './erasure/erasure-queries.ts'
import { createExportLink, getExport, requestExport } from './export/export.ts'
import { listDocumentOpenings } from './seen/document-openings.ts'
import { listStaffAccess } from './seen/staff-access.ts'

const AUTHENTICATED = { access: SIGNED_IN }

/** @see docs/rules/own-data.md */
export function ownDataRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/account/export',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Get my latest data export', response: { 200: exportResponse } },
    },
    (request) => getExport(deps, actorOf(request).id),
  )

  app.post(
    '/api/account/export',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'Ask for an export of my data',
        body: exportBody,
        response: { 202: exportResponse },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await requestExport(deps, actor, request.ip)
      return reply.code(202).send(await getExport(deps, actor.id))
    },
  )

  app.post(
    '/api/account/export/link',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Get a link to my data export', response: { 200: exportLinkResponse } },
    },
    async (request) => ({ url: await createExportLink(deps, actorOf(request)) }),
  )

  app.get(
    '/api/account/staff-access',
    {
      config: AUTHENTICATED,
      schema: {
        summary: 'List what staff opened of my data',
        querystring: staffAccessQuery,
        response: { 200: pageSchema(staffAccess) },
      },
    },
    async (request) => {
      const found = await listStaffAccess(deps, actorOf(request), request.query)
      return toPage(request, request.query, found)
    },
  )

  app.get(
    '/api/auth/caregiver/documents/openings',
    {
      config: { access: ['caregiver'] as const },
      schema: {
        summary: 'List when staff opened my documents',
        querystring: documentOpeningsQuery,
        response: { 200: pageSchema(documentOpening) },
      },
    },
    async (request) =>
      toPage(request, request.query, await listDocumentOpenings(deps, actorOf(request).id, request.query)),
  )

  closingRoutes(app, deps)

  app.get(
    '/api/admin-panel/erasures',
    {
      config: { access: ['admin'] },
      schema: {
        summary: 'List erased accounts',
        querystring: erasuresQuery,
        response: { 200: pageSchema(erasureResponse) },
      },
    },
    async (request) => {
      const page = { limit: request.query.page_size, offset: getOffset(request.query) }
      return toPage(request, request.query, await listErasures(deps.database, page))
    },
  )

  addShortExport(app, deps, {
    path: 'erasures',
    summary: 'Export erased accounts',
    config: { access: ['admin'] },
    filters: erasuresQuery.omit({ page: true, page_size: true }),
    columns: ERASURE_COLUMNS,
    read: (query) => listErasures(deps.database, { limit: query.page_size, offset: getOffset(query) }),
  })
}

const ERASURE_COLUMNS: readonly CsvColumn<Erasure>[] = [
  ['Number', ({ id }) => id],
  ['Person number', (erasure) => erasure.user_id],
  ['Closed (UTC)', (erasure) => toTime(erasure.closed_at)],
  ['Started (UTC)', (erasure) => toTime(erasure.started_at)],
  ['Erased (UTC)', ({ finished_at: at }) => at && toTime(at)],
  ['Records', ({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)],
]

function closingRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/account/closing',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Preview closing my account', response: { 200: closingResponse } },
    },
    (request) => previewClosing(deps, actorOf(request)),
  )

  app.post(
    '/api/account/close',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Close my account', body: closeBody, response: { 200: closeResponse } },
    },
    async (request) => {
      const { email } = request.body
      const erasedAt = await closeOwnAccount(deps, actorOf(request), { email, ipAddress: request.ip })
      return { message: 'Your account is closed', erased_at: erasedAt.toISOString() }
    },
  )

  app.post(
    '/api/account/reopen',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Open my closed account again',
        body: reopenBody,
        response: { 200: reopenResponse },
      },
    },
    (request) => reopenOwnAccount(deps, request.body.token, request.ip),
  )
}
