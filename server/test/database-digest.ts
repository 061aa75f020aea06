/** Digests of all tables that a backup copies, to compare databases. */
import { connect, listTables } from '../src/backup/tables.ts'

/** @returns a digest of the rows of each table, by its name */
export async function digestDatabase(url: string): Promise<Record<string, string>> {
  const client = await connect(url)
  try {
    const digests: Record<string, string> = {}
    for (const { schema, name } of await listTables(client)) {
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM "${schema}"."${name}" t`,
      )
      digests[`${schema}.${name}`] = rows[0].digest
    }
    return digests
  } finally {
    await client.end()
  }
}
