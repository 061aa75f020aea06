import { noteBody, noteResponse, notesQuery } from '@tendwell/contract/console/audit'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { STAFF } from '../access.ts'
import { requireAdminForStaffRecord } from '../subjects.ts'
import { addNote } from './commands.ts'
import { listNotes } from './queries.ts'

export function notesRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/notes',
    {
      config: STAFF,
      schema: {
        summary: 'List the notes on a record',
        querystring: notesQuery,
        response: { 200: pageSchema(noteResponse) },
      },
    },
    async (request) => {
      await requireAdminForStaffRecord(deps.database, actorOf(request), request.query.subject)
      return toPage(request, request.query, await listNotes(deps.database, request.query))
    },
  )

  app.post(
    '/api/admin-panel/notes',
    {
      config: STAFF,
      schema: { summary: 'Add a note to a record', body: noteBody, response: { 201: noteResponse } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await requireAdminForStaffRecord(deps.database, actor, request.body.subject)
      const note = { ...request.body, authorId: actor.id, address: request.ip }
      const addedNote = await withIdempotencyKey(deps, request, (transaction) =>
        addNote(transaction, deps, note),
      )
      return reply.code(201).send(addedNote)
    },
  )
}
