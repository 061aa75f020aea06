import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { invalidRequest } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'
import { receiveWebhook } from './webhooks/webhooks.ts'

export function paymentsRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => webhookRoute(scope, deps))
}

/** The provider's webhook, in a scope that keeps the raw body, because the signature covers its bytes. */
function webhookRoute(scope: App, deps: Deps): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post(
    `/api/payments/webhooks/${deps.payments.name}`,
    {
      // Events are signed and come in bursts from one address, so the rate limit for people does not apply.
      config: { access: 'public', rateLimit: false },
      schema: { hide: true, response: { 200: z.object({ received: z.literal(true) }) } },
    },
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw invalidRequest('The event is not valid')
      await receiveWebhook(deps, request.body, request.headers)
      return { received: true as const }
    },
  )
}
