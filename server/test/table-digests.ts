/** Digests of all tables, to check that a call stored nothing. */
import { sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'

/**
 * Tables that change with every call: denied calls are audited and counted, authenticated calls count as
 * activity, and a calendar's address is made when it is read and renewed by a call without a body. Such calls
 * also start the set-up of an authenticator app.
 */
const BOOKKEEPING = new Set([
  'audit_log',
  'audit_counts',
  'audit_seals',
  'active_months',
  'calendar_feeds',
  'app_setups',
])

/** Which rows count: such calls also ask for a passkey's challenge. */
const ROWS = new Map([['two_step_tokens', sql`WHERE purpose IN ('login_ticket', 'remembered_device')`]])

/** @returns a digest of the rows of each table and of the queued jobs, by table name */
export async function digestTables({ deps }: TestApp): Promise<Record<string, string>> {
  const tables = await deps.database.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const names = tables.rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name))
  const digests = [...names.sort(), 'graphile_worker._private_jobs'].map((name) => {
    const table = sql.join(
      name.split('.').map((part) => sql.identifier(part)),
      sql`.`,
    )
    return sql`SELECT ${name} AS name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM ${table} t ${ROWS.get(name) ?? sql``}`
  })
  const { rows } = await deps.database.execute<{ name: string; digest: string }>(
    sql.join(digests, sql` UNION ALL `),
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
