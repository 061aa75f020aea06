import { walletEntriesQuery, walletEntry, walletResponse } from '@tendwell/contract/wallet'
import { pageOf as pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { pageOf } from '../../platform/pages.ts'
import { walletEntriesOf, walletOf } from './queries.ts'

export function ledgerRoutes(app: App, deps: Deps): void {
  const config = { access: ['caregiver'] as const }

  app.get('/api/wallets/mine', { config, schema: { response: { 200: walletResponse } } }, (request) =>
    walletOf(deps.database, actorOf(request).id),
  )

  app.get(
    '/api/wallets/mine/entries',
    { config, schema: { querystring: walletEntriesQuery, response: { 200: pageSchema(walletEntry) } } },
    async (request) => {
      const { id } = actorOf(request)
      const found = await walletEntriesOf(deps.database, id, request.query)
      return pageOf(request, request.query, found)
    },
  )
}
