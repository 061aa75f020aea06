import type { Readable } from 'node:stream'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type StaffActor, staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { requireRecentProof } from '../../sign-in/index.ts'

/** The path and access of a list's export, and the schema of its filters, which have no page. */
export type CsvRoute<Filters extends z.ZodType> = {
  path: string
  summary: string
  config: { access: readonly StaffRole[] }
  filters: Filters
}

/**
 * Adds the call that answers a list as a CSV file, named after the list and the day. It needs a recent proof.
 * @param write makes the text of the file. `name` is that of the list, in the file's name and the audit log
 * @see docs/rules/console.md#export
 */
export function addCsvRoute<Filters extends z.ZodType>(
  app: App,
  deps: Pick<Deps, 'clock' | 'database'>,
  { path, summary, config, filters }: CsvRoute<Filters>,
  write: (staffActor: StaffActor, name: string, query: z.output<Filters>) => Promise<Readable>,
): void {
  app.get(
    `/api/admin-panel/${path}/export`,
    {
      config,
      // There is no HEAD call, because it would read the whole list and drop it.
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
      const staffActor = staffActorOf(request)
      await requireRecentProof(deps.database, deps, staffActor.actor)
      const csv = await write(staffActor, name, request.query as z.output<Filters>)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="tendwell-${name}-${day}.csv"`)
        .send(csv)
    },
  )
}
