import {
  backgroundCheckOverview,
  startBackgroundCheckBody,
} from '@tendwell/contract/background-checks/background-checks'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { addWebhookRoute } from '../../platform/http/webhook-route.ts'
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

  if (provider) {
    addWebhookRoute(app, `/api/background-checks/webhooks/${provider.key}`, (rawBody, headers) =>
      receiveWebhook(deps, provider, rawBody, headers),
    )
  }
}
