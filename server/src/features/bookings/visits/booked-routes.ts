import { bookedQuery, bookedResponse } from '@tendwell/contract/availability/availability'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { listOwnBookedTimes } from './booked-times.ts'

/** The route of a caregiver's booked times, which says who booked them. */
export function bookedRoutes(app: App, { database }: Deps): void {
  app.get(
    '/api/availability/booked',
    {
      config: { access: ['caregiver'] },
      schema: {
        summary: 'List my booked times',
        querystring: bookedQuery,
        response: { 200: bookedResponse },
      },
    },
    async (request) => toSinglePage(await listOwnBookedTimes(database, actorOf(request).id, request.query)),
  )
}
