/** Every table and column says what it holds of people. @see docs/rules/own-data.md#classification */
import { getTableColumns } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { PERSONAL_DATA } from '../../personal-data/all.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const TABLES = PERSONAL_DATA.flatMap(({ tables }) => tables)
const casing = new CasingCache('snake_case')

/** The queue's bookkeeping of its own names. */
const QUEUE_TABLES = ['_private_job_queues', '_private_known_crontabs', '_private_tasks', 'migrations']

/** Facts that describe other people, or were written by staff for staff. */
const NOT_EXPORTED = [
  'audit_log.before',
  'audit_log.after',
  'notifications.payload',
  'admin_notes.text',
  'reports.snapshot',
  'background_checks.decisionReason',
  'two_step_recoveries.reason',
]

function nameOf(table: (typeof TABLES)[number]['table']): string {
  const { schema = 'public', name } = getTableConfig(table)
  return `${schema}.${name}`
}

it('classifies each column of the database once', async () => {
  const { rows } = await app.deps.database.$client.query(`
    SELECT nspname || '.' || relname AS name, array_agg(attname::text ORDER BY attname::text COLLATE "C") AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind IN ('r', 'p') AND nspname IN ('public', 'sandbox', 'graphile_worker')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
    GROUP BY 1 ORDER BY 1`)
  const found = Object.fromEntries(
    rows
      .filter(({ name }) => !QUEUE_TABLES.some((table) => name === `graphile_worker.${table}`))
      .map(({ name, columns }) => [name, columns]),
  )
  const classified = TABLES.map(({ table, personal, withheld, plain }) => {
    const columns = getTableColumns(table) as Record<string, PgColumn>
    const names = [...personal, ...withheld, ...plain]
    return [nameOf(table), names.map((name) => casing.getColumnCasing(columns[name] as PgColumn)).sort()]
  })
  expect(Object.fromEntries(classified)).toEqual(found)
})

it('exports each personal column to its person, and says why a table has no exports', () => {
  const missing = TABLES.flatMap((about) =>
    about.personal
      .filter((column) => !(about.exports ?? []).some(({ omit = [] }) => !omit.includes(column)))
      .map((column) => `${nameOf(about.table).replace('public.', '')}.${column}`),
  )
  expect(missing.sort()).toEqual([...NOT_EXPORTED].sort())
  for (const { why } of TABLES) expect(why.length).toBeGreaterThan(5)
})

it('names each file of an export once', () => {
  const subjects = TABLES.flatMap(({ exports = [] }) => exports.map(({ subject }) => subject))
  expect(new Set(subjects).size).toBe(subjects.length)
})
