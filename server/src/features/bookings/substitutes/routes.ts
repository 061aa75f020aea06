import { requestResponse } from '@tendwell/contract/bookings/bookings'
import { othersBody, othersResponse } from '@tendwell/contract/bookings/others'
import { backupRequestBody } from '@tendwell/contract/cancellation/calls'
import { backupCaregivers } from '@tendwell/contract/profiles/profiles'
import { idParams } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { listOthers, listSubstitutes, sendBackupRequest } from './substitutes.ts'

const FAMILY = { access: ['caretaker'] } as const

/** @see docs/rules/bookings.md#backup-caregivers */
export function backupRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/requests/others',
    {
      config: FAMILY,
      schema: {
        summary: 'List who else could be asked for these times',
        body: othersBody,
        response: { 200: othersResponse },
      },
    },
    (request) => listOthers(deps, actorOf(request).id, request.body),
  )
  app.get(
    '/api/requests/:id/backup-caregivers',
    {
      config: FAMILY,
      schema: {
        summary: 'List caregivers who are free instead',
        params: idParams,
        response: { 200: backupCaregivers },
      },
    },
    async (request) => {
      const { results, windows, ...rest } = await listSubstitutes(
        deps,
        actorOf(request).id,
        request.params.id,
      )
      return {
        ...toSinglePage(results),
        ...rest,
        windows: windows.map(({ startsAt, endsAt }) => ({
          start_utc: startsAt.toISOString(),
          end_utc: endsAt.toISOString(),
        })),
      }
    },
  )
  app.post(
    '/api/requests/:id/backup-requests',
    {
      config: FAMILY,
      schema: {
        summary: 'Request another caregiver for times that came to nothing',
        params: idParams,
        body: backupRequestBody,
        response: { 201: requestResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const sentRequest = await withIdempotencyKey(deps, request, (transaction) =>
        sendBackupRequest(transaction, deps, actorOf(request).id, params.id, body.caregiver_id),
      )
      return reply.code(201).send(sentRequest)
    },
  )
}
