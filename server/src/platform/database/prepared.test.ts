/** Whether PostgreSQL keeps the statements of queries that run often. @see docs/operations.md#database */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database.ts'

const POOL_MAX = 5

/** Asks for a caregiver. @returns the names of the statements that the product's connections then keep */
async function listKeptStatements(hasPooler: boolean): Promise<string[]> {
  const { url, drop } = await createTestDatabase()
  const pooler: Record<string, string> = hasPooler ? { DATABASE_URL: url, DATABASE_DIRECT_URL: url } : {}
  const app = await testApp({ DATABASE_POOL_MAX: String(POOL_MAX), ...pooler }, { databaseUrl: url })
  expect((await app.visitor.get('/api/auth/caregivers/1')).status).toBe(404)
  // As many at once as there are connections, so that each is asked.
  const answers = await Promise.all(
    Array.from({ length: POOL_MAX }, () =>
      app.deps.database.execute<{ name: string }>(sql`SELECT name FROM pg_prepared_statements`),
    ),
  )
  await app.close()
  await drop()
  return answers.flatMap(({ rows }) => rows.map(({ name }) => name))
}

test('a connection keeps the statement of a query that runs often', async () => {
  expect(await listKeptStatements(false)).toEqual(['public_caregivers'])
})

test('none is kept behind a pooler, whose next connection would not have it', async () => {
  expect(await listKeptStatements(true)).toEqual([])
})
