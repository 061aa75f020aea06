import {
  adminMeeting,
  adminReview,
  adminSession,
  deactivationPreview,
  personPageQuery,
  personRecord,
  shownContact,
} from '@tendwell/contract/console/people'
import { suspensionQuery } from '@tendwell/contract/console/reports'
import { showBody } from '@tendwell/contract/staff/staff-access'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf, staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { STAFF, SUPPORT } from '../access.ts'
import { showContact } from './contact.ts'
import { listPersonMeetings, listPersonReviews, listPersonSessions } from './lists.ts'
import { getPerson, previewDeactivation } from './queries.ts'

export function peopleRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/people/:id',
    {
      config: STAFF,
      schema: { summary: 'Get the record of a person', params: idParams, response: { 200: personRecord } },
    },
    (request) => getPerson(deps, actorOf(request), request.params.id),
  )

  app.post(
    '/api/admin-panel/people/:id/contact/show',
    {
      config: STAFF,
      schema: {
        summary: "Show a person's contact details",
        params: idParams,
        body: showBody,
        response: { 200: shownContact },
      },
    },
    (request) => {
      const staffActor = staffActorOf(request)
      return showContact(deps, staffActor, { userId: request.params.id, reason: request.body.reason })
    },
  )

  app.get(
    '/api/admin-panel/people/:id/reviews',
    {
      config: STAFF,
      schema: {
        summary: "List a person's reviews",
        params: idParams,
        querystring: personPageQuery,
        response: { 200: pageSchema(adminReview) },
      },
    },
    async (request) => {
      const { params, query } = request
      return toPage(request, query, await listPersonReviews(deps, params.id, query))
    },
  )

  app.get(
    '/api/admin-panel/people/:id/meetings',
    {
      config: SUPPORT,
      schema: {
        summary: "List a person's meetings",
        params: idParams,
        querystring: personPageQuery,
        response: { 200: pageSchema(adminMeeting) },
      },
    },
    async (request) => {
      const { params, query } = request
      return toPage(request, query, await listPersonMeetings(deps, params.id, query))
    },
  )

  app.get(
    '/api/admin-panel/people/:id/sessions',
    {
      config: SUPPORT,
      schema: {
        summary: "List a person's sessions",
        params: idParams,
        querystring: personPageQuery,
        response: { 200: pageSchema(adminSession) },
      },
    },
    async (request) => {
      const { params, query } = request
      return toPage(request, query, await listPersonSessions(deps, actorOf(request), params.id, query))
    },
  )

  app.get(
    '/api/admin-panel/people/:id/deactivation',
    {
      config: SUPPORT,
      schema: {
        summary: 'Preview deactivating or suspending a person',
        params: idParams,
        querystring: suspensionQuery,
        response: { 200: deactivationPreview },
      },
    },
    (request) => previewDeactivation(deps, actorOf(request), request.params.id, request.query.until),
  )
}
