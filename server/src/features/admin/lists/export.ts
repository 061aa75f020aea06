import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database.ts'
import { audit } from '../../accounts/index.ts'
import { type ConsoleList, readBatches } from './console-list.ts'
import type { CsvColumn } from './csv-columns.ts'

const BATCH_ROWS = 1_000
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** A spreadsheet would run text that begins with `= + - @` as a formula, so it gets an apostrophe in front. */
export const toCsv = (rows: readonly (string | number | null)[][]) =>
  stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' })

type Exported<Query extends { sort?: string | undefined }, Result extends { id: number }> = {
  name: string
  list: ConsoleList<Query, Result>
  columns: readonly CsvColumn<Result>[]
  query: Query
}

/**
 * A whole list as CSV, read from the database only as fast as it is sent, and no further once nobody reads it.
 * @see docs/rules/console.md#export
 */
export async function exportList<Query extends { sort?: string | undefined }, Result extends { id: number }>(
  deps: Pick<Deps, 'clock' | 'database'>,
  by: { actorId: number; address: string },
  { name, list, columns, query }: Exported<Query, Result>,
): Promise<Readable> {
  await withTransaction(deps.database, (transaction) =>
    audit(transaction, {
      at: deps.clock.now(),
      action: 'list.exported',
      subject: `list:${name}`,
      after: query,
      ...by,
    }),
  )
  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsv([columns.map(([header]) => header)])
    for await (const rows of readBatches({ ...deps, viewerId: by.actorId }, list, query, BATCH_ROWS)) {
      yield toCsv(rows.map((row) => columns.map(([, cell]) => cell(row))))
    }
  }
  return Readable.from(write(), { objectMode: false })
}
