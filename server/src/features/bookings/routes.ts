import {
  bookingDetail,
  bookingResponse,
  bookingsQuery,
  confirmRequestBody,
  LIST_PAGE_SIZE,
  myRequestsQuery,
  pastResponse,
  requestBody,
  requestResponse,
  requestStatusBody,
} from '@tendwell/contract/bookings/bookings'
import { occurrencesBody, occurrencesResponse } from '@tendwell/contract/bookings/repeat'
import { visitChangeBody } from '@tendwell/contract/bookings/visits'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { idParams, pageQuery, pageSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { cancellationRoutes } from './canceling/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { moveRoutes } from './moving/routes.ts'
import { confirmRequest } from './paying/confirmation.ts'
import { paymentRoutes } from './paying/routes.ts'
import { getRequest, listRequests } from './queries.ts'
import { listOccurrences } from './repeating/repeat.ts'
import { acceptRequest, rejectRequest } from './requests/acceptance.ts'
import { sendRequest } from './requests/submission.ts'
import { withdrawRequest } from './requests/withdrawal.ts'
import { backupRoutes } from './substitutes/routes.ts'
import { bookedRoutes } from './visits/booked-routes.ts'
import { getBooking, listBookings, listPast } from './visits/booking-queries.ts'
import { caregiverRoutes } from './visits/caregiver-routes.ts'
import { changeVisit } from './visits/visit-change.ts'

const FAMILY = { access: ['caretaker'] } as const
const CAREGIVER = { access: ['caregiver'] } as const
const BOTH = { access: ['caregiver', 'caretaker'] } as const

const listQuery = z.strictObject(pageQuery(LIST_PAGE_SIZE))

export function bookingsRoutes(app: App, deps: Deps): void {
  requestRoutes(app, deps)
  cancellationRoutes(app, deps)
  backupRoutes(app, deps)
  caregiverRoutes(app, deps)
  bookedRoutes(app, deps)
  requestListRoutes(app, deps)
  bookingRoutes(app, deps)
  visitRoutes(app, deps)
  moveRoutes(app, deps)
  meetingRoutes(app, deps)
  paymentRoutes(app, deps)
}

function requestRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/requests',
    {
      config: FAMILY,
      schema: { summary: 'Send a booking request', body: requestBody, response: { 201: requestResponse } },
    },
    async (request, reply) => {
      const sentRequest = await withIdempotencyKey(deps, request, (transaction) =>
        sendRequest(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(sentRequest)
    },
  )
  app.post(
    '/api/requests/occurrences',
    {
      config: FAMILY,
      schema: {
        summary: 'Check windows that repeat weekly',
        body: occurrencesBody,
        response: { 200: occurrencesResponse },
      },
    },
    (request) => listOccurrences(deps, actorOf(request).id, request.body),
  )
  app.get(
    '/api/requests/:id',
    {
      config: BOTH,
      schema: { summary: 'Get a booking request', params: idParams, response: { 200: requestResponse } },
    },
    (request) => getRequest(deps, deps.database, actorOf(request).id, request.params.id),
  )
  app.patch(
    '/api/requests/:id/status',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Accept or reject a booking request',
        params: idParams,
        body: requestStatusBody,
        response: { 200: requestResponse },
      },
    },
    (request) => {
      const { id: caregiverId } = actorOf(request)
      const { status, reason } = request.body
      return status === 'accepted'
        ? acceptRequest(deps, caregiverId, request.params.id)
        : rejectRequest(deps, caregiverId, request.params.id, reason)
    },
  )
  app.post(
    '/api/requests/:id/withdraw',
    {
      config: FAMILY,
      schema: { summary: 'Withdraw my unpaid request', params: idParams, response: { 200: requestResponse } },
    },
    (request) => withdrawRequest(deps, actorOf(request).id, request.params.id),
  )
  app.post(
    '/api/requests/confirm',
    {
      config: FAMILY,
      schema: {
        summary: 'Confirm the payment of a booking request',
        body: confirmRequestBody,
        response: { 200: requestResponse },
      },
    },
    (request) => {
      const { request_id, payment_id } = request.body
      return confirmRequest(deps, actorOf(request).id, request_id, payment_id)
    },
  )
}

function visitRoutes(app: App, deps: Deps): void {
  app.patch(
    '/api/requests/:id/visit',
    {
      config: FAMILY,
      schema: {
        summary: 'Change what my booking says about its visits',
        params: idParams,
        body: visitChangeBody,
        response: { 200: bookingDetail },
      },
    },
    (request) => changeVisit(deps, actorOf(request).id, request.params.id, request.body),
  )
}

function requestListRoutes(app: App, deps: Deps): void {
  const requestLists = [
    ['/api/requests/mine', 'caretaker', 'List my booking requests', myRequestsQuery],
    ['/api/requests/incoming', 'caregiver', 'List incoming booking requests', listQuery],
  ] as const satisfies [string, Side, string, z.ZodType][]
  for (const [path, side, summary, querystring] of requestLists) {
    app.get(
      path,
      {
        config: { access: [side] },
        schema: { summary, querystring, response: { 200: pageSchema(requestResponse) } },
      },
      async (request) => {
        const { query } = request
        return toPage(request, query, await listRequests(deps, side, actorOf(request).id, query))
      },
    )
  }
}

function bookingRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/requests/past',
    {
      config: FAMILY,
      schema: {
        summary: 'List my past bookings and closed requests',
        querystring: listQuery,
        response: { 200: pageSchema(pastResponse) },
      },
    },
    async (request) => {
      const { query } = request
      return toPage(request, query, await listPast(deps, actorOf(request).id, query))
    },
  )
  for (const side of ['caregiver', 'caretaker'] as const) {
    const role = side === 'caregiver' ? 'caregiver' : 'family'
    app.get(
      `/api/requests/bookings/${side}`,
      {
        config: { access: [side] },
        schema: {
          summary: `List my bookings as a ${role}`,
          querystring: bookingsQuery,
          response: { 200: pageSchema(bookingResponse) },
        },
      },
      async (request) => {
        const { query } = request
        return toPage(request, query, await listBookings(deps, side, actorOf(request).id, query))
      },
    )
    app.get(
      `/api/requests/bookings/${side}/:id`,
      {
        config: { access: [side] },
        schema: {
          summary: `Get my booking as a ${role}`,
          params: idParams,
          response: { 200: bookingDetail },
        },
      },
      (request) => getBooking(deps, side, actorOf(request).id, request.params.id),
    )
  }
}
