import pg from 'pg'
import { SCHEMAS } from '../migrate.ts'
import { JOBS_SCHEMA } from '../platform/jobs/schema.ts'

/** The tables whose rows are written once, and their columns that an erasure may empty. */
const WRITTEN_ONCE: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['before', 'after', 'address'],
  audit_seals: ['address_salt', 'names_salt'],
}

/**
 * Gives a database role the rights that the product's processes need. The role can't rewrite the audit log:
 * it may not update it, and as it owns no table, it can't drop triggers. Safe to repeat; needed again after
 * each migration.
 * @param url the database's address with the role that owns it
 * @param roleName the role that gets the rights
 * @throws if there is no such role
 * @see docs/operations.md#two-database-roles
 */
export async function grantAppRole(url: string, roleName: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tendwell migration' })
  await client.connect()
  try {
    const role = client.escapeIdentifier(roleName)
    await client.query('BEGIN')
    for (const schema of SCHEMAS) {
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`)
      await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)
      await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`)
    }
    // The list of migrations, which each start reads to see that none is missing.
    await client.query(`GRANT USAGE ON SCHEMA drizzle TO ${role}`)
    await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${role}`)
    for (const [table, columns] of Object.entries(WRITTEN_ONCE)) {
      await client.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${role}`)
      await client.query(
        `GRANT UPDATE (${columns.map((column) => `"${column}"`).join(', ')}) ON ${table} TO ${role}`,
      )
    }
    await grantQueueRows(client, role)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** Gives a role access to the job queue's rows, by a policy, as the queue's tables have row security. */
async function grantQueueRows(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity AND relnamespace = $1::regnamespace',
    [JOBS_SCHEMA],
  )
  for (const { name } of rows) {
    await client.query(`DROP POLICY IF EXISTS tendwell_application ON ${name}`)
    await client.query(
      `CREATE POLICY tendwell_application ON ${name} TO ${role} USING (true) WITH CHECK (true)`,
    )
  }
}
