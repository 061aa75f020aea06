import { wait, waitBody, waitsResponse } from '@tendwell/contract/availability/waitlist'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { listWaits, stopWaiting, waitForHours } from './commands.ts'

const config = { access: ['caretaker'] } as const
const PATH = '/api/availability/waitlist'

/** The full days for which a family waits. @see docs/rules/availability.md#waiting-for-hours */
export function waitlistRoutes(app: App, deps: Deps): void {
  app.get(
    PATH,
    { config, schema: { summary: 'List the days that I wait for', response: { 200: waitsResponse } } },
    async (request) => ({ waits: await listWaits(deps, actorOf(request).id) }),
  )

  app.post(
    PATH,
    { config, schema: { summary: 'Wait for hours on a full day', body: waitBody, response: { 201: wait } } },
    async (request, reply) =>
      reply.code(201).send(await waitForHours(deps, actorOf(request).id, request.body)),
  )

  app.delete(
    `${PATH}/:id`,
    { config, schema: { summary: 'Stop waiting for a day', params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await stopWaiting(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
