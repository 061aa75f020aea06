import { blockBody, blocksPage, blocksQuery } from '@tendwell/contract/safety/blocks'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { blockPerson, unblockPerson } from './commands.ts'
import { listOwnBlocks } from './queries.ts'

const SIDES = { access: ['caregiver', 'caretaker'] as const }
const PATH = '/api/blocks'

/**
 * The calls by which a family or caregiver blocks the other side.
 * @param laterSlices questions that a block asks, answered by later slices
 * @see docs/rules/safety.md#blocks
 */
export function blocksRoutes(app: App, deps: Deps, laterSlices: Parameters<typeof blockPerson>[1]): void {
  app.get(
    PATH,
    {
      config: SIDES,
      schema: { summary: 'List people I blocked', querystring: blocksQuery, response: { 200: blocksPage } },
    },
    async (request) =>
      toPage(request, request.query, await listOwnBlocks(deps.database, actorOf(request).id, request.query)),
  )

  app.post(
    PATH,
    {
      config: SIDES,
      schema: { summary: 'Block a person', body: blockBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await blockPerson(deps, laterSlices, actorOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  /** `{id}` is the id of the blocked person. */
  app.delete(
    `${PATH}/:id`,
    {
      config: SIDES,
      schema: { summary: 'Unblock a person', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await unblockPerson(deps, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
