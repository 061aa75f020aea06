import type { Readable } from 'node:stream'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type StaffActor, staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { requireRecentProof } from '../../sign-in/index.ts'

/** A list's path and access, and its filters without the page. */
export type CsvRoute<Filters extends z.ZodType> = {
  path: string
  summary: string
  config: { access: readonly StaffRole[] }
  filters: Filters
}

/**
 * Adds the call that answers a list as a CSV file, named after the list and the day. It is a 403 without a
 * recent proof.
 * @see docs/rules/console.md#export
 */
export function addCsvRoute<Filters extends z.ZodType>(
  app: App,
  deps: Pick<Deps, 'clock' | 'database'>,
  { path, summary, config, filters }: CsvRoute<Filters>,
  write: (by: StaffActor, name: string, query: z.output<Filters>) => Promise<Readable>,
): void {
  app.get(
    `/api/admin-panel/${path}/export`,
    {
      config,
      // It would read the whole list for nothing.
      exposeHeadRoute: false,
      schema: {
        summary,
        querystring: filters,
        response: {
          200: { description: 'The list as CSV', content: { 'text/csv': { schema: z.unknown() } } },
        },
      },
    },
    async (request, reply) => {
      const name = path.replace('/', '-')
      const day = deps.clock.now().toISOString().slice(0, 10)
      const by = staffActorOf(request)
      await requireRecentProof(deps.database, deps, by.actor)
      const csv = await write(by, name, request.query as z.output<Filters>)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="tendwell-${name}-${day}.csv"`)
        .send(csv)
    },
  )
}
