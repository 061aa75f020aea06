import { caregiverSearchQuery } from '@tendwell/contract/profiles/profiles'
import { savedSearch, savedSearchesResponse } from '@tendwell/contract/search/saved-searches'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { deleteSavedSearch, saveSearch } from './commands.ts'
import { listSavedSearches } from './queries.ts'

const config = { access: ['caretaker'] } as const
const PATH = '/api/saved-searches'

/** The searches that a family has saved. @see docs/rules/profiles-and-files.md#saved-searches */
export function savedSearchRoutes(app: App, deps: Deps): void {
  app.get(
    PATH,
    { config, schema: { summary: 'List my saved searches', response: { 200: savedSearchesResponse } } },
    async (request) => ({ searches: await listSavedSearches(deps, actorOf(request).id) }),
  )

  app.post(
    PATH,
    {
      config,
      schema: {
        summary: 'Save a search',
        description: 'The body has the fields of the search’s query. Its order and page are not kept.',
        body: caregiverSearchQuery,
        response: { 201: savedSearch },
      },
    },
    async (request, reply) => reply.code(201).send(await saveSearch(deps, actorOf(request).id, request.body)),
  )

  app.delete(
    `${PATH}/:id`,
    {
      config,
      schema: { summary: 'Delete a saved search', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteSavedSearch(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
