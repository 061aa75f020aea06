import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { invalidRequest } from '../errors.ts'
import type { App } from './http.ts'

/**
 * Registers the address of a provider's webhooks, in a separate scope that keeps the raw body, because the
 * signature covers its bytes.
 * @param receive verifies and stores an event; what it throws is the answer
 */
export function addWebhookRoute(
  app: App,
  path: string,
  receive: (rawBody: Buffer, headers: IncomingHttpHeaders) => Promise<void>,
): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      path,
      {
        // Events are signed and come in bursts from one address, so the rate limit for people does not apply.
        config: { access: 'public', rateLimit: false },
        schema: { hide: true, response: { 200: z.object({ received: z.literal(true) }) } },
      },
      async (request) => {
        if (!Buffer.isBuffer(request.body)) throw invalidRequest('The event is not valid')
        await receive(request.body, request.headers)
        return { received: true as const }
      },
    )
  })
}
