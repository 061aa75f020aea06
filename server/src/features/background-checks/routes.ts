import {
  backgroundCheckOverview,
  startBackgroundCheckBody,
} from '@tendwell/contract/background-checks/background-checks'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import type { BackgroundCheckProvider } from '../../ports/background-checks/port.ts'
import { startCheck } from './commands.ts'
import { getOverview } from './queries.ts'
import { receiveWebhook } from './webhooks.ts'

const CAREGIVER = { access: ['caregiver'] as const }

/** @see docs/rules/background-checks.md */
export function backgroundChecksRoutes(app: App, deps: Deps): void {
  const { backgroundChecks: provider } = deps
  app.get(
    '/api/background-checks/mine',
    {
      config: CAREGIVER,
      schema: { summary: 'Get my background check', response: { 200: backgroundCheckOverview } },
    },
    (request) => getOverview(deps, actorOf(request).id),
  )

  app.post(
    '/api/background-checks',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Start a background check',
        body: startBackgroundCheckBody,
        response: { 200: backgroundCheckOverview },
      },
    },
    async (request) => {
      const { id } = actorOf(request)
      await withIdempotencyKey(deps, request, async (transaction) => {
        await startCheck(transaction, deps, id, request.body.agreed_to)
        return {}
      })
      return getOverview(deps, id)
    },
  )

  if (provider) app.register(async (scope: App) => webhookRoute(scope, deps, provider))
}

/** Registered in a separate scope that keeps the raw body, because the signature covers its bytes. */
function webhookRoute(scope: App, deps: Deps, provider: BackgroundCheckProvider): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post(
    `/api/background-checks/webhooks/${provider.key}`,
    {
      // Events are signed and come in bursts from one address, so the rate limit for people does not apply.
      config: { access: 'public', rateLimit: false },
      schema: { hide: true, response: { 200: z.object({ received: z.literal(true) }) } },
    },
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw invalidRequest('The event is not valid')
      await receiveWebhook(deps, provider, request.body, request.headers)
      return { received: true as const }
    },
  )
}
