import {
  caregiverReviewsQuery,
  ownReview,
  ownReviewsQuery,
  ratingSummary,
  reviewableBooking,
  reviewBody,
  reviewReply,
  reviewReplyBody,
  reviewResponse,
} from '@tendwell/contract/reviews/reviews'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { requireNoContact, writeReview } from './commands.ts'
import { familyRatingRoutes } from './families/routes.ts'
import { listOwnReviews, listReviewableBookings } from './family-queries.ts'
import { getRatingSummary, listCaregiverReviews } from './queries.ts'
import { replyToReview } from './reply.ts'

const FAMILY = { access: ['caretaker'] as const }

export function reviewsRoutes(app: App, deps: Deps): void {
  publicRoutes(app, deps)
  familyRoutes(app, deps)
  familyRatingRoutes(app, deps)
  app.post(
    '/api/reviews/reviews/:id/reply',
    {
      config: { access: ['caregiver'] },
      schema: {
        summary: 'Answer a review of me',
        params: idParams,
        body: reviewReplyBody,
        response: { 201: reviewReply },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await replyToReview(deps, actorOf(request).id, params.id, body.text))
    },
  )
}

function publicRoutes(app: App, { database }: Deps): void {
  app.get(
    '/api/reviews/caregivers/:id/rating-summary',
    {
      config: { access: 'public' },
      schema: { summary: "Get a caregiver's ratings", params: idParams, response: { 200: ratingSummary } },
    },
    (request) => getRatingSummary(database, request.params.id),
  )

  app.get(
    '/api/reviews/caregivers/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        summary: "List a caregiver's reviews",
        params: idParams,
        querystring: caregiverReviewsQuery,
        response: { 200: pageSchema(reviewResponse) },
      },
    },
    async (request) => {
      const { params, query } = request
      return toPage(request, query, await listCaregiverReviews(database, params.id, query))
    },
  )
}

function familyRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/reviews/caretakers/reviewable-bookings',
    {
      config: FAMILY,
      schema: {
        summary: 'List bookings to review',
        querystring: ownReviewsQuery,
        response: { 200: pageSchema(reviewableBooking) },
      },
    },
    async (request) => {
      const { database, clock } = deps
      const page = await listReviewableBookings(database, actorOf(request).id, clock.now(), request.query)
      return toPage(request, request.query, page)
    },
  )

  app.post(
    '/api/reviews/reviews',
    { config: FAMILY, schema: { summary: 'Write a review', body: reviewBody, response: { 201: ownReview } } },
    async (request, reply) => {
      requireNoContact(request.body.comment)
      const review = await withIdempotencyKey(deps, request, (transaction) =>
        writeReview(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(review)
    },
  )

  app.get(
    '/api/reviews/reviews/my_reviews',
    {
      config: FAMILY,
      schema: {
        summary: 'List my reviews',
        querystring: ownReviewsQuery,
        response: { 200: pageSchema(ownReview) },
      },
    },
    async (request) =>
      toPage(request, request.query, await listOwnReviews(deps.database, actorOf(request).id, request.query)),
  )
}
