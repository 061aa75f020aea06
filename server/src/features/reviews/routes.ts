import {
  caregiverReviewsQuery,
  ownReview,
  ownReviewsQuery,
  ratingSummary,
  reviewableBooking,
  reviewBody,
  reviewResponse,
} from '@tendwell/contract/reviews'
import { idParams, pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { pageOf } from '../../platform/pages.ts'
import { writeReview } from './commands.ts'
import { reviewableBookings, reviewsBy } from './family-queries.ts'
import { caregiverRating, caregiverReviews } from './queries.ts'

const FAMILY = { access: ['caretaker'] as const }

export function reviewRoutes(app: App, deps: Deps): void {
  publicRoutes(app, deps)
  familyRoutes(app, deps)
}

function publicRoutes(app: App, { database }: Deps): void {
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

function familyRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/reviews/caretakers/reviewable-bookings',
    {
      config: FAMILY,
      schema: { querystring: ownReviewsQuery, response: { 200: pageSchema(reviewableBooking) } },
    },
    async (request) => {
      const { database, clock } = deps
      const found = await reviewableBookings(database, actorOf(request).id, clock.now(), request.query)
      return pageOf(request, request.query, found)
    },
  )

  app.post(
    '/api/reviews/reviews',
    { config: FAMILY, schema: { body: reviewBody, response: { 201: ownReview } } },
    async (request, reply) => {
      const written = await withIdempotencyKey(deps, request, (transaction) =>
        writeReview(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(written)
    },
  )

  app.get(
    '/api/reviews/reviews/my_reviews',
    { config: FAMILY, schema: { querystring: ownReviewsQuery, response: { 200: pageSchema(ownReview) } } },
    async (request) =>
      pageOf(request, request.query, await reviewsBy(deps.database, actorOf(request).id, request.query)),
  )
}
