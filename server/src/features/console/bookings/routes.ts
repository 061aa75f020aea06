import {
  bookingMessage,
  bookingMessagesQuery,
  bookingRecord,
  shownVisit,
} from '@tendwell/contract/console/bookings'
import { showBody } from '@tendwell/contract/staff/staff-access'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { STAFF, SUPPORT } from '../access.ts'
import { openMessages, showVisitDetails } from './commands.ts'
import { getBookingRecord } from './queries.ts'

export function bookingRecordRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/bookings/:id',
    {
      config: STAFF,
      schema: { summary: 'Get the record of a booking', params: idParams, response: { 200: bookingRecord } },
    },
    (request) => getBookingRecord(deps, actorOf(request), request.params.id),
  )

  app.post(
    '/api/admin-panel/bookings/:id/visit/show',
    {
      config: SUPPORT,
      schema: {
        summary: 'Show the children, address and note of a booking',
        params: idParams,
        body: showBody,
        response: { 200: shownVisit },
      },
    },
    (request) => {
      const staff = { actorId: actorOf(request).id, address: request.ip }
      return showVisitDetails(deps, staff, { requestId: request.params.id, reason: request.body.reason })
    },
  )

  app.get(
    '/api/admin-panel/bookings/:id/messages',
    {
      config: SUPPORT,
      schema: {
        summary: 'Read the messages of the two sides of a booking',
        params: idParams,
        querystring: bookingMessagesQuery,
        response: { 200: pageSchema(bookingMessage) },
      },
    },
    async (request) => {
      const staff = { actorId: actorOf(request).id, address: request.ip }
      const page = await openMessages(deps, staff, request.params.id, request.query)
      return toPage(request, request.query, page)
    },
  )
}
