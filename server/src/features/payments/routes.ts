import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { addWebhookRoute } from '../../platform/http/webhook-route.ts'
import { receiveWebhook } from './webhooks/webhooks.ts'

export function paymentsRoutes(app: App, deps: Deps): void {
  addWebhookRoute(app, `/api/payments/webhooks/${deps.payments.name}`, (rawBody, headers) =>
    receiveWebhook(deps, rawBody, headers),
  )
}
