/** Digests of all tables, to check that a call stored nothing. */
import { sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'

/**
 * Tables that change with every call: denied calls are audited, authenticated calls count as activity, and a calendar's
 * address is made when it is read and renewed by a call without a body. Such calls also ask for a passkey's challenge, and
 * start the set-up of an authenticator app.
 */
const BOOKKEEPING = new Set([
  'audit_log',
  'active_months',
  'calendar_feeds',
  'passkey_challenges',
  'authenticator_apps',
])

/** @returns a digest of the rows of each table and of the queued jobs, by table name */
export async function digestTables({ deps }: TestApp): Promise<Record<string, string>> {
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
