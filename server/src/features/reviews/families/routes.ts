import {
  adminFamilyRating,
  adminFamilyRatingsQuery,
  familyPattern,
  familyRating,
  familyRatingBody,
  lookedAtBody,
  ratedVisit,
} from '@tendwell/contract/reviews/family-ratings'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage, toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf, staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { markAnswersLookedAt, rateFamily } from './commands.ts'
import { listFamilyPatterns, listFamilyRatings } from './console.ts'
import { listVisitsToRate } from './queries.ts'

const CAREGIVER = { access: ['caregiver'] as const }
const SUPPORT = { access: ['support', 'admin'] as const }

/** @see docs/rules/safety.md#what-caregivers-say-of-families */
export function familyRatingRoutes(app: App, deps: Deps): void {
  caregiverRoutes(app, deps)
  consoleRoutes(app, deps)
}

function caregiverRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/reviews/bookings/:id/family-ratings',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List the visits of a booking to tell our team about',
        params: idParams,
        response: { 200: pageSchema(ratedVisit) },
      },
    },
    async (request) => {
      const { clock, database } = deps
      return toSinglePage(
        await listVisitsToRate(database, actorOf(request).id, request.params.id, clock.now()),
      )
    },
  )

  app.post(
    '/api/reviews/family-ratings',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Tell our team how a visit with a family was',
        body: familyRatingBody,
        response: { 201: familyRating },
      },
    },
    async (request, reply) => {
      const rating = await withIdempotencyKey(deps, request, (transaction) =>
        rateFamily(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(rating)
    },
  )
}

function consoleRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/family-patterns',
    {
      config: SUPPORT,
      schema: {
        summary: 'List families that caregivers had problems with',
        response: { 200: pageSchema(familyPattern) },
      },
    },
    async () => toSinglePage(await listFamilyPatterns(deps.database, deps.clock.now())),
  )

  app.get(
    '/api/admin-panel/people/:id/family-ratings',
    {
      config: SUPPORT,
      schema: {
        summary: 'List what caregivers said of a family',
        params: idParams,
        querystring: adminFamilyRatingsQuery,
        response: { 200: pageSchema(adminFamilyRating) },
      },
    },
    async (request) => {
      const { params, query } = request
      return toPage(request, query, await listFamilyRatings(deps.database, params.id, query))
    },
  )

  app.post(
    '/api/admin-panel/people/:id/family-ratings/looked-at',
    {
      config: SUPPORT,
      schema: {
        summary: 'Mark what caregivers said of a family as looked at',
        params: idParams,
        body: lookedAtBody,
        response: { 200: messageResponse },
      },
    },
    (request) => {
      const staff = staffActorOf(request)
      return markAnswersLookedAt(deps, staff, request.params.id, request.body.last_id)
    },
  )
}
