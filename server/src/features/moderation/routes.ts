import { waitingBanMatch } from '@tendwell/contract/console/people'
import { lookedAtBody } from '@tendwell/contract/reviews/family-ratings'
import { reportBody, reportReceipt } from '@tendwell/contract/safety/reports'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toSinglePage } from '../../platform/database/paging.ts'
import { actorOf, staffActorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { listWaitingBanMatches, markBanMatchesLookedAt } from './bans/ban-matches.ts'
import { reportContent } from './reports/reporting.ts'

const SUPPORT = { access: ['support', 'admin'] as const }

export function moderationRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/reports',
    {
      config: { access: ['caregiver', 'caretaker'] },
      schema: {
        summary: 'Report a message, a review, a profile or a booking',
        body: reportBody,
        response: { 201: reportReceipt },
      },
    },
    async (request, reply) => {
      const receipt = await withIdempotencyKey(deps, request, (transaction) =>
        reportContent(transaction, deps, actorOf(request), request.body),
      )
      return reply.code(201).send(receipt)
    },
  )

  app.get(
    '/api/admin-panel/ban-matches',
    {
      config: SUPPORT,
      schema: {
        summary: 'List people who share something with banned ones',
        response: { 200: pageSchema(waitingBanMatch) },
      },
    },
    async () => toSinglePage(await listWaitingBanMatches(deps.database)),
  )

  app.post(
    '/api/admin-panel/people/:id/ban-matches/looked-at',
    {
      config: SUPPORT,
      schema: {
        summary: 'Mark what a person shares with banned ones as looked at',
        params: idParams,
        body: lookedAtBody,
        response: { 200: messageResponse },
      },
    },
    (request) => {
      const staffActor = staffActorOf(request)
      return markBanMatchesLookedAt(deps, staffActor, request.params.id, request.body.last_id)
    },
  )
}
