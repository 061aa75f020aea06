import {
  bookingResponse,
  confirmRequestBody,
  LIST_PAGE_SIZE,
  requestBody,
  requestResponse,
  requestStatusBody,
} from '@tendwell/contract/bookings'
import { checkoutResponse, paymentStatusResponse } from '@tendwell/contract/payments'
import { idParams, pageQuery, pageSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { findStoredResponse, withIdempotencyKey } from '../../platform/idempotency.ts'
import { pageOf } from '../../platform/pages.ts'
import { confirmRequest, paymentStatusOf, startCheckout } from './checkout.ts'
import { answerRequest, createRequest } from './commands.ts'
import { bookingsOf, requestFor, requestsOf, type Side } from './queries.ts'

const FAMILY = { access: ['caretaker'] } as const
const CAREGIVER = { access: ['caregiver'] } as const
const BOTH = { access: ['caregiver', 'caretaker'] } as const

const listQuery = z.strictObject(pageQuery(LIST_PAGE_SIZE))

/** The calls on requests, their payment and the bookings that come of it (decisions §5). */
export function bookingsRoutes(app: App, deps: Deps): void {
  requestRoutes(app, deps)
  listRoutes(app, deps)
  paymentRoutes(app, deps)
}

function requestRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/requests',
    { config: FAMILY, schema: { body: requestBody, response: { 201: requestResponse } } },
    async (request, reply) => {
      const created = await withIdempotencyKey(deps, request, (transaction) =>
        createRequest(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(created)
    },
  )
  app.get(
    '/api/requests/:id',
    { config: BOTH, schema: { params: idParams, response: { 200: requestResponse } } },
    (request) => requestFor(deps.database, actorOf(request).id, request.params.id),
  )
  app.patch(
    '/api/requests/:id/status',
    {
      config: CAREGIVER,
      schema: { params: idParams, body: requestStatusBody, response: { 200: requestResponse } },
    },
    (request) => answerRequest(deps, actorOf(request).id, request.params.id, request.body.status),
  )
  app.post(
    '/api/requests/confirm',
    { config: FAMILY, schema: { body: confirmRequestBody, response: { 200: requestResponse } } },
    (request) => confirmRequest(deps, actorOf(request).id, request.body.request_id),
  )
}

function listRoutes(app: App, deps: Deps): void {
  const requestLists = [
    ['/api/requests/mine', 'caretaker'],
    ['/api/requests/incoming', 'caregiver'],
  ] as const satisfies [string, Side][]
  for (const [path, side] of requestLists) {
    app.get(
      path,
      {
        config: { access: [side] },
        schema: { querystring: listQuery, response: { 200: pageSchema(requestResponse) } },
      },
      async (request) => {
        const { query } = request
        return pageOf(request, query, await requestsOf(deps.database, side, actorOf(request).id, query))
      },
    )
  }
  for (const side of ['caregiver', 'caretaker'] as const) {
    app.get(
      `/api/requests/bookings/${side}`,
      {
        config: { access: [side] },
        schema: { querystring: listQuery, response: { 200: pageSchema(bookingResponse) } },
      },
      async (request) => {
        const { query } = request
        return pageOf(request, query, await bookingsOf(deps.database, side, actorOf(request).id, query))
      },
    )
  }
}

function paymentRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/payments/bookings/:id/confirm',
    { config: BOTH, schema: { params: idParams, response: { 200: checkoutResponse } } },
    async (request) => {
      const before = await findStoredResponse<{ checkout_url: string }>(deps, request)
      if (before) return before
      // Repeating it takes the open checkout up again by itself; what is kept of a key is that it was used.
      const opened = await startCheckout(deps, actorOf(request).id, request.params.id)
      return withIdempotencyKey(deps, request, async () => opened)
    },
  )
  app.get(
    '/api/payments/bookings/:id',
    { config: FAMILY, schema: { params: idParams, response: { 200: paymentStatusResponse } } },
    (request) => paymentStatusOf(deps, actorOf(request).id, request.params.id),
  )
}
