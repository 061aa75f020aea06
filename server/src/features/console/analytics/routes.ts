import {
  analyticsQuery,
  analyticsSeriesQuery,
  analyticsSummary,
  engagementItem,
  revenueItem,
} from '@tendwell/contract/console/users'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { FINANCE, STAFF } from '../access.ts'
import { getSummary, listEngagement, listRevenueSeries } from './queries.ts'

export function analyticsRoutes(app: App, { clock, replica }: Deps): void {
  app.get(
    '/api/admin-panel/analytics/summary',
    {
      config: STAFF,
      schema: {
        summary: 'Get the summary of a period',
        querystring: analyticsQuery,
        response: { 200: analyticsSummary },
      },
    },
    (request) => replica.read((database) => getSummary({ clock, database }, actorOf(request), request.query)),
  )

  app.get(
    '/api/admin-panel/analytics/monthly-engagement',
    {
      config: STAFF,
      schema: {
        summary: 'Get engagement by day, week or month',
        querystring: analyticsSeriesQuery,
        response: { 200: pageSchema(engagementItem) },
      },
    },
    async ({ query }) =>
      toSinglePage(await replica.read((database) => listEngagement({ clock, database }, query))),
  )

  app.get(
    '/api/admin-panel/analytics/monthly-revenue',
    {
      config: FINANCE,
      schema: {
        summary: 'Get revenue by day, week or month',
        querystring: analyticsSeriesQuery,
        response: { 200: pageSchema(revenueItem) },
      },
    },
    async ({ query }) =>
      toSinglePage(await replica.read((database) => listRevenueSeries({ clock, database }, query))),
  )
}
