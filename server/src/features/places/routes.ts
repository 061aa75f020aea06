import { placeList, placeQuery } from '@tendwell/contract/profiles/places'
import type { Deps } from '../../deps.ts'
import { toSinglePage } from '../../platform/database/paging.ts'
import { type App, limitVisitors } from '../../platform/http/http.ts'
import { suggestPlaces } from './queries.ts'

const suggestionLimit = limitVisitors(60, 'Too many searches. Log in, or try again in a minute')

/** Suggests cities while one is typed. @see docs/rules/profiles-and-files.md#places */
export function placesRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/places',
    {
      config: { access: 'optional', rateLimit: suggestionLimit },
      schema: { summary: 'Search places', querystring: placeQuery, response: { 200: placeList } },
    },
    async (request) => toSinglePage(await suggestPlaces(deps.database, request.query.q)),
  )
}
