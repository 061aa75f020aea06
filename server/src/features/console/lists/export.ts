import { Readable } from 'node:stream'
import { toCsv } from '@tendwell/contract/csv'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { readBatches, type SortedList } from '../../../platform/database/sorted-list.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit } from '../../people/index.ts'
import type { CsvColumn } from './csv-columns.ts'

/** How many rows an export reads in one statement. */
const BATCH_ROWS = 1_000
/** At the beginning of a file, by which spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

type ExportDeps = Pick<Deps, 'clock' | 'database'>

/** `name`: of the list. `query`: its filters, which the audit log repeats. */
type ExportInput<Query, Result> = { name: string; columns: readonly CsvColumn<Result>[]; query: Query }

/** Exports a whole list of the console as CSV. @see docs/rules/console.md#export */
export function exportList<Query extends { sort?: string | undefined }, Result extends { id: number }>(
  deps: ExportDeps,
  staffActor: StaffActor,
  { list, ...input }: ExportInput<Query, Result> & { list: SortedList<Query, Result> },
): Promise<Readable> {
  const batches = readBatches({ ...deps, viewerId: staffActor.actor.id }, list, input.query, BATCH_ROWS)
  return exportRows(deps, staffActor, { ...input, batches })
}

/** Reads a list page by page up to its end. */
export async function* readPages<Result>(
  read: (page: { page: number; page_size: number }) => Promise<{ count: number; results: Result[] }>,
): AsyncGenerator<Result[]> {
  for (let page = 1; ; page += 1) {
    const { count, results } = await read({ page, page_size: BATCH_ROWS })
    if (results.length > 0) yield results
    if (results.length === 0 || page * BATCH_ROWS >= count) return
  }
}

/**
 * Exports rows as CSV. The rows are read from the database as fast as the caller reads the file; if the
 * caller stops, so does the reading. An audit entry is committed before the first row is read.
 */
export async function exportRows<Result>(
  deps: ExportDeps,
  staffActor: StaffActor,
  { name, columns, query, batches }: ExportInput<object, Result> & { batches: AsyncIterable<Result[]> },
): Promise<Readable> {
  await withTransaction(deps.database, (transaction) =>
    audit(transaction, {
      at: deps.clock.now(),
      action: 'list.exported',
      subject: `list:${name}`,
      after: query,
      actorId: staffActor.actor.id,
      address: staffActor.address,
    }),
  )
  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsv([columns.map(([header]) => header)])
    for await (const rows of batches) {
      yield toCsv(rows.map((row) => columns.map(([, cell]) => cell(row))))
    }
  }
  return Readable.from(write(), { objectMode: false })
}
