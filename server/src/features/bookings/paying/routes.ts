/** The routes to open a checkout and to read payments. */
import {
  checkoutResponse,
  paymentResponse,
  paymentStatusQuery,
  paymentStatusResponse,
  paymentsQuery,
  receiptResponse,
} from '@tendwell/contract/payments/payments'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { findStoredResponse, storeResponse } from '../../../platform/http/idempotency.ts'
import { startCheckout } from './checkout.ts'
import { getRequestPaymentStatus } from './confirmation.ts'
import { getFamilyReceipt, listFamilyPayments } from './queries.ts'

const FAMILY = { access: ['caretaker'] } as const
const BOTH = { access: ['caregiver', 'caretaker'] } as const

export function paymentRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/payments/bookings/:id/confirm',
    {
      config: BOTH,
      schema: {
        summary: 'Open the checkout of a booking request',
        params: idParams,
        response: { 200: checkoutResponse },
      },
    },
    async (request) => {
      const storedResponse = await findStoredResponse<{ checkout_url: string }>(deps, request)
      if (storedResponse) return storedResponse
      // The checkout calls the provider, so it runs outside the key's transaction. Repeating it is safe.
      const checkout = await startCheckout(deps, actorOf(request).id, request.params.id)
      return storeResponse(deps, request, checkout)
    },
  )
  app.get(
    '/api/payments/mine',
    {
      config: FAMILY,
      schema: {
        summary: 'List my payments',
        querystring: paymentsQuery,
        response: { 200: pageSchema(paymentResponse) },
      },
    },
    async (request) => {
      const page = await listFamilyPayments(deps.database, actorOf(request).id, request.query)
      return toPage(request, request.query, page)
    },
  )
  app.get(
    '/api/payments/:id',
    {
      config: FAMILY,
      schema: { summary: 'Get a receipt', params: idParams, response: { 200: receiptResponse } },
    },
    (request) => getFamilyReceipt(deps.database, actorOf(request).id, request.params.id),
  )
  app.get(
    '/api/payments/bookings/:id',
    {
      config: FAMILY,
      schema: {
        summary: 'Get the payment of a booking request',
        params: idParams,
        querystring: paymentStatusQuery,
        response: { 200: paymentStatusResponse },
      },
    },
    (request) => getRequestPaymentStatus(deps, actorOf(request).id, request.params.id, request.query),
  )
}
