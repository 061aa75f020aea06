/** Whether anything was stored. */
import { sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'

/** Refusals are written down there, and who called on which day, as they should be. */
const BOOKKEEPING = new Set(['audit_log', 'active_months'])

/** A digest of the rows of each table, waiting jobs included: equal digests mean that nothing was changed. */
export async function contentsOf({ deps }: TestApp): Promise<Record<string, string>> {
  const tables = await deps.database.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const names = tables.rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name))
  const digests: Record<string, string> = {}
  for (const name of [...names.sort(), 'graphile_worker._private_jobs']) {
    const table = sql.join(
      name.split('.').map((part) => sql.identifier(part)),
      sql`.`,
    )
    const { rows } = await deps.database.execute<{ digest: string }>(
      sql`SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${table} t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}
