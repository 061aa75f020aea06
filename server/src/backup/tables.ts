/** Copies whole tables, sequences and figures of a database. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { SCHEMAS } from '../migrate.ts'
import { JOBS_SCHEMA } from '../platform/jobs/schema.ts'
import { writeHashed } from './hashed-file.ts'
import { type Manifest, toTablePath } from './manifest.ts'

type TableName = { schema: string; name: string }
type Table = TableName & { columns: string[] }

/** A backup leaves out this table, which lists the job queue's migrations: a restore runs them itself. */
const JOB_MIGRATIONS_TABLE = `${JOBS_SCHEMA}.migrations`

/** Opens a connection without time limits, because copying a large table may take long. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'tendwell backup' })
  await client.connect()
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  return client
}

/** Lists all tables with their columns, without generated columns and without the tables of extensions. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT nspname AS schema, relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relkind = 'r' AND nspname = ANY($1) AND nspname || '.' || relname <> $2
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [SCHEMAS, JOB_MIGRATIONS_TABLE],
  )
  return rows
}

function quoteName({ schema, name }: TableName): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

function quoteColumns({ columns }: Table): string {
  return columns.map(pg.escapeIdentifier).join(', ')
}

/** Copies all tables into files of a backup's folder, in the transaction of the connection. */
export async function dumpTables(client: pg.Client, folder: string): Promise<Manifest['tables']> {
  const dumpedTables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    const copy = client.query(copyTo(`COPY ${quoteName(table)} (${quoteColumns(table)}) TO STDOUT`))
    const gzip = createGzip()
    const [digest] = await Promise.all([writeHashed(toTablePath(folder, table), gzip), pipeline(copy, gzip)])
    // The number of rows arrives after the rows. Waits for it with an empty query.
    await client.query('')
    dumpedTables.push({ ...table, rows: copy.rowCount, ...digest })
  }
  return dumpedTables
}

/**
 * Replaces the rows of tables by those in files, in the transaction of the connection. The role `replica`
 * keeps triggers and foreign keys from running.
 */
export async function loadTables(
  client: pg.Client,
  folder: string,
  tables: Manifest['tables'],
): Promise<void> {
  await client.query('SET LOCAL session_replication_role = replica')
  await client.query(`TRUNCATE ${tables.map(quoteName).join(', ')}`)
  for (const table of tables) {
    const copy = client.query(copyFrom(`COPY ${quoteName(table)} (${quoteColumns(table)}) FROM STDIN`))
    await pipeline(createReadStream(toTablePath(folder, table)), createGunzip(), copy)
    if (copy.rowCount !== table.rows) {
      throw new Error(`${quoteName(table)} has ${copy.rowCount} rows after loading, not ${table.rows}.`)
    }
  }
}

/**
 * Reads the values of all sequences. These aren't part of the snapshot, because sequences are outside of
 * transactions: read after it, they are at least as high as the ids in its rows.
 */
export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY($1) AND last_value IS NOT NULL ORDER BY 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/** Sets the sequences to the values of a backup. */
export async function setSequences(client: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  for (const sequence of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [quoteName(sequence), sequence.value])
  }
}

/**
 * Figures of the ledger, by which a restore is checked: the balance of each kind of account and the sum of
 * all entries, in cents, and the number of entries.
 */
export async function readLedgerSums(client: pg.Client): Promise<Manifest['ledger']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT kind AS name, sum(balance_cents)::text AS value FROM ledger_accounts GROUP BY kind
     UNION ALL SELECT 'entries', count(*)::text FROM ledger_entries
     UNION ALL SELECT 'sum of entries', coalesce(sum(amount_cents), 0)::text FROM ledger_entries ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
