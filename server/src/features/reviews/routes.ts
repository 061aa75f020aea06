import { caregiverReviewsQuery, ratingSummary, reviewResponse } from '@tendwell/contract/reviews'
import { idParams, pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { pageOf } from '../../platform/pages.ts'
import { caregiverRating, caregiverReviews } from './queries.ts'

export function reviewRoutes(app: App, { database }: Deps): void {
  app.get(
    '/api/reviews/caregivers/:id/rating-summary',
    { config: { access: 'public' }, schema: { params: idParams, response: { 200: ratingSummary } } },
    (request) => caregiverRating(database, request.params.id),
  )

  app.get(
    '/api/reviews/caregivers/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        params: idParams,
        querystring: caregiverReviewsQuery,
        response: { 200: pageSchema(reviewResponse) },
      },
    },
    async (request) => {
      const { params, query } = request
      return pageOf(request, query, await caregiverReviews(database, params.id, query))
    },
  )
}
