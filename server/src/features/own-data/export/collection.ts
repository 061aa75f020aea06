import { open } from 'node:fs/promises'
import path from 'node:path'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  type Export,
  type Person,
  type PersonalData,
  type TableData,
  toWhere,
} from '../../../personal-data/classification.ts'
import { type Database, runTransaction, type Transaction } from '../../../platform/database/database.ts'

const BATCH_SIZE = 500

/** The SELECT of one file's rows, as JSON that people read: snake_case names, instants in ISO 8601. */
function selectRows({ table, personal, plain }: TableData, exportFile: Export, person: Person): SQL {
  const columnsByName = getTableColumns(table) as Record<string, PgColumn>
  const columns = [...plain, ...personal]
    .filter((name) => !exportFile.omit?.includes(name))
    .map((name) => sql`${columnsByName[name]}`)
  const addedFields = Object.entries(exportFile.add ?? {}).map(
    ([name, value]) => sql`${typeof value === 'function' ? value(person) : value} AS ${sql.identifier(name)}`,
  )
  const order = columnsByName.id ? sql`ORDER BY ${columnsByName.id}` : sql``
  return sql`SELECT to_jsonb(found) AS row FROM (
    SELECT ${sql.join([...columns, ...addedFields], sql`, `)} FROM ${table} WHERE ${toWhere(exportFile.of, person)} ${order}) AS found`
}

/**
 * Writes a statement's rows as one JSON array. A cursor reads them in batches, so that memory stays small.
 * @returns how many rows there were
 */
async function writeRows(transaction: Transaction, statement: SQL, file: string): Promise<number> {
  await transaction.execute(sql`DECLARE rows NO SCROLL CURSOR FOR ${statement}`)
  const handle = await open(file, 'wx', 0o600)
  let count = 0
  try {
    for (;;) {
      const { rows } = await transaction.execute<{ row: object }>(
        sql`FETCH ${sql.raw(String(BATCH_SIZE))} FROM rows`,
      )
      for (const { row } of rows) {
        await handle.write(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify(row, null, 2)}`)
        count += 1
      }
      if (rows.length < BATCH_SIZE) break
    }
    await handle.write(count === 0 ? '[]\n' : '\n]\n')
  } finally {
    await handle.close()
  }
  await transaction.execute(sql`CLOSE rows`)
  return count
}

/**
 * Writes what all tables hold of a person into a folder, one JSON file per subject, as of one moment.
 * @returns the names of the files, and how many entries each has
 */
export function collectRows(
  database: Database,
  personalData: readonly PersonalData[],
  person: Person,
  folder: string,
): Promise<{ name: string; count: number }[]> {
  return runTransaction(
    database,
    async (transaction) => {
      const writtenFiles: { name: string; count: number }[] = []
      for (const table of personalData.flatMap(({ tables }) => tables)) {
        for (const exportFile of table.exports ?? []) {
          const name = `${exportFile.subject}.json`
          const statement = selectRows(table, exportFile, person)
          writtenFiles.push({ name, count: await writeRows(transaction, statement, path.join(folder, name)) })
        }
      }
      return writtenFiles
    },
    { isolationLevel: 'repeatable read' },
  )
}
