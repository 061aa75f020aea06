import { calendarFeedResponse } from '@tendwell/contract/calendars'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { getFeedUrl, renewFeedUrl } from './feed-address.ts'

/** @see docs/rules/calendars.md#private-address */
export function feedRoutes(app: App, deps: Deps): void {
  const config = { access: ['caregiver', 'caretaker'] as const }
  const response = { 200: calendarFeedResponse }

  app.get(
    '/api/calendars/feed',
    { config, schema: { summary: 'Get my private calendar address', response } },
    async (request) => ({ url: await getFeedUrl(deps, actorOf(request).id) }),
  )

  app.post(
    '/api/calendars/feed/renew',
    { config, schema: { summary: 'Renew my private calendar address', response } },
    async (request) => ({ url: await renewFeedUrl(deps, actorOf(request).id) }),
  )
}
