import { favoriteIds, favoritesPage, favoritesQuery } from '@tendwell/contract/search/favorites'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { addFavorite, listFavoriteIds, listFavorites, removeFavorite } from './favorites.ts'

const FAMILY = { access: ['caretaker'] as const }
const PATH = '/api/favorites'

/** The caregivers whom a family has saved. @see docs/rules/profiles-and-files.md#favorites */
export function favoriteRoutes(app: App, deps: Deps): void {
  app.get(
    PATH,
    {
      config: FAMILY,
      schema: {
        summary: 'List my favorite caregivers',
        querystring: favoritesQuery,
        response: { 200: favoritesPage },
      },
    },
    async (request) =>
      toPage(request, request.query, await listFavorites(deps, actorOf(request).id, request.query)),
  )

  app.get(
    `${PATH}/ids`,
    {
      config: FAMILY,
      schema: { summary: 'List the ids of my favorite caregivers', response: { 200: favoriteIds } },
    },
    async (request) => ({
      ids: await listFavoriteIds(deps, actorOf(request).id),
    }),
  )

  app.put(
    `${PATH}/:id`,
    {
      config: FAMILY,
      schema: { summary: 'Add a favorite caregiver', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await addFavorite(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    `${PATH}/:id`,
    {
      config: FAMILY,
      schema: { summary: 'Remove a favorite caregiver', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeFavorite(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
