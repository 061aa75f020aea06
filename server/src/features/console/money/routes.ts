import {
  adminChargeback,
  adminPayment,
  adminPaymentsQuery,
  adminPayout,
  adminPayoutsQuery,
  adminRefund,
  adminRefundsQuery,
  moneyActionResponse,
} from '@tendwell/contract/console/money'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage, toSinglePage } from '../../../platform/database/paging.ts'
import { readPage } from '../../../platform/database/sorted-list.ts'
import { staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { listOpenChargebacks } from '../../payments/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { FINANCE } from '../access.ts'
import { allowPayments, cancelPayout, retryPayment, retryPayout, retryRefund } from './commands.ts'
import { paymentList, payoutList, refundList } from './lists.ts'

/** The calls by which finance act on one payment, refund, payout or family. */
const ACTIONS = [
  { path: 'payments/:id/retry', summary: 'Retry a payment', act: retryPayment },
  { path: 'refunds/:id/retry', summary: 'Retry a refund', act: retryRefund },
  { path: 'payouts/:id/retry', summary: 'Retry a payout', act: retryPayout },
  { path: 'payouts/:id/cancel', summary: 'Cancel a payout', act: cancelPayout },
  { path: 'people/:id/allow-payments', summary: 'Let a family pay again', act: allowPayments },
]

export function moneyRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/payments',
    {
      config: FINANCE,
      schema: {
        summary: 'List all payments',
        querystring: adminPaymentsQuery,
        response: { 200: pageSchema(adminPayment) },
      },
    },
    async (request) => toPage(request, request.query, await readPage(deps, paymentList, request.query)),
  )

  app.get(
    '/api/admin-panel/refunds',
    {
      config: FINANCE,
      schema: {
        summary: 'List all refunds',
        querystring: adminRefundsQuery,
        response: { 200: pageSchema(adminRefund) },
      },
    },
    async (request) => toPage(request, request.query, await readPage(deps, refundList, request.query)),
  )

  app.get(
    '/api/admin-panel/payouts',
    {
      config: FINANCE,
      schema: {
        summary: 'List all payouts',
        querystring: adminPayoutsQuery,
        response: { 200: pageSchema(adminPayout) },
      },
    },
    async (request) => toPage(request, request.query, await readPage(deps, payoutList, request.query)),
  )

  app.get(
    '/api/admin-panel/chargebacks',
    {
      config: FINANCE,
      schema: { summary: 'List open chargebacks', response: { 200: pageSchema(adminChargeback) } },
    },
    async () => toSinglePage(await listOpenChargebacks(deps.database)),
  )

  for (const { path, summary, act } of ACTIONS) {
    app.post(
      `/api/admin-panel/${path}`,
      { config: FINANCE, schema: { summary, params: idParams, response: { 200: moneyActionResponse } } },
      async (request) => {
        const staffActor = staffActorOf(request)
        await requireRecentProof(deps.database, deps, staffActor.actor)
        return act(deps, staffActor, request.params.id)
      },
    )
  }
}
