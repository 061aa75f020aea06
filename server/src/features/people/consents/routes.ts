import { consentsBody, consentsResponse } from '@tendwell/contract/people/own-data'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { AUTHENTICATED } from '../access.ts'
import { recordConsents } from './commands.ts'
import { getConsents } from './queries.ts'
import { toAgreedVersions } from './versions.ts'

/** @see docs/rules/own-data.md#consent */
export function consentRoutes(app: App, deps: Deps): void {
  const response = { 200: consentsResponse }

  app.get(
    '/api/account/consents',
    { config: AUTHENTICATED, schema: { summary: 'Get what I agreed to', response } },
    (request) => getConsents(deps.database, actorOf(request)),
  )

  app.post(
    '/api/account/consents',
    {
      config: AUTHENTICATED,
      schema: { summary: 'Agree to the current terms', body: consentsBody, response },
    },
    async (request) => {
      const actor = actorOf(request)
      await recordConsents(deps, actor.id, toAgreedVersions(request.body), request.ip)
      return getConsents(deps.database, actor)
    },
  )
}
