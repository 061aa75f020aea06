import {
  backgroundCheckDecisionBody,
  backgroundCheckDecisionResponse,
  shownBirthDate,
  waitingBackgroundCheck,
  waitingBackgroundChecksQuery,
} from '@tendwell/contract/console/background-checks'
import { showBody } from '@tendwell/contract/staff/staff-access'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { SUPPORT } from '../access.ts'
import { decideCheckAsStaff, showBirthDate } from './commands.ts'
import { listWaitingChecks } from './queries.ts'

/** @see docs/rules/background-checks.md#decisions-of-staff */
export function backgroundChecksRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/caregivers/background-checks',
    {
      config: SUPPORT,
      schema: {
        summary: 'List background checks to decide on',
        querystring: waitingBackgroundChecksQuery,
        response: { 200: pageSchema(waitingBackgroundCheck) },
      },
    },
    async (request) => toPage(request, request.query, await listWaitingChecks(deps, request.query)),
  )

  app.post(
    '/api/admin-panel/background-checks/:id/show',
    {
      config: SUPPORT,
      schema: {
        summary: 'Show the date of birth of a background check',
        params: idParams,
        body: showBody,
        response: { 200: shownBirthDate },
      },
    },
    (request) => {
      const staffActor = staffActorOf(request)
      return showBirthDate(deps, staffActor, { checkId: request.params.id, reason: request.body.reason })
    },
  )

  app.post(
    '/api/admin-panel/background-checks/:id/decision',
    {
      config: SUPPORT,
      schema: {
        summary: 'Decide on a background check',
        params: idParams,
        body: backgroundCheckDecisionBody,
        response: { 200: backgroundCheckDecisionResponse },
      },
    },
    (request) => {
      const { decision, reason, seen: comparedFingerprint } = request.body
      const staffActor = staffActorOf(request)
      const checkDecision = { decision, reason: reason.trim(), comparedFingerprint }
      return withIdempotencyKey(deps, request, (transaction) =>
        decideCheckAsStaff(transaction, deps, staffActor, request.params.id, checkDecision),
      )
    },
  )
}
