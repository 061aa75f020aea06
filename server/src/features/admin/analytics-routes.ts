import { analyticsQuery, analyticsSummary, engagementItem, revenueItem } from '@tendwell/contract/admin'
import { pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { ADMINS } from './access.ts'
import { engagementOf, revenueOf, summaryOf } from './analytics-queries.ts'

export function analyticsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/analytics/summary',
    { config: ADMINS, schema: { querystring: analyticsQuery, response: { 200: analyticsSummary } } },
    (request) => summaryOf(deps, request.query),
  )

  app.get(
    '/api/admin-panel/analytics/monthly-engagement',
    {
      config: ADMINS,
      schema: { querystring: analyticsQuery, response: { 200: pageSchema(engagementItem) } },
    },
    async (request) => seriesOf(await engagementOf(deps, request.query)),
  )

  app.get(
    '/api/admin-panel/analytics/monthly-revenue',
    { config: ADMINS, schema: { querystring: analyticsQuery, response: { 200: pageSchema(revenueItem) } } },
    async (request) => seriesOf(await revenueOf(deps, request.query)),
  )
}

/** A series is always one whole page. */
function seriesOf<Item>(results: Item[]): { count: number; next: null; previous: null; results: Item[] } {
  return { count: results.length, next: null, previous: null, results }
}
