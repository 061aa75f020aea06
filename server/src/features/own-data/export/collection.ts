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

/**
 * Rows as people read them: snake_case names, instants in ISO 8601.
 * @returns the statement of one file's rows
 */
function selectRows({ table, personal, plain }: TableData, wanted: Export, person: Person): SQL {
  const all = getTableColumns(table) as Record<string, PgColumn>
  const columns = [...plain, ...personal]
    .filter((name) => !wanted.omit?.includes(name))
    .map((name) => sql`${all[name]}`)
  const added = Object.entries(wanted.add ?? {}).map(
    ([name, value]) => sql`${typeof value === 'function' ? value(person) : value} AS ${sql.identifier(name)}`,
  )
  const order = all.id ? sql`ORDER BY ${all.id}` : sql``
  return sql`SELECT to_jsonb(found) AS row FROM (
    SELECT ${sql.join([...columns, ...added], sql`, `)} FROM ${table} WHERE ${toWhere(wanted.of, person)} ${order}) AS found`
}

/** Writes a statement's rows as one JSON array, a batch at a time. @returns how many there were */
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
  data: readonly PersonalData[],
  person: Person,
  folder: string,
): Promise<{ name: string; count: number }[]> {
  return runTransaction(
    database,
    async (transaction) => {
      const written: { name: string; count: number }[] = []
      for (const table of data.flatMap(({ tables }) => tables)) {
        for (const wanted of table.exports ?? []) {
          const name = `${wanted.subject}.json`
          const statement = selectRows(table, wanted, person)
          written.push({ name, count: await writeRows(transaction, statement, path.join(folder, name)) })
        }
      }
      return written
    },
    { isolationLevel: 'repeatable read' },
  )
}
