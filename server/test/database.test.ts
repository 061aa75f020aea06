import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('creates separate copies of the template in parallel', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, createTestDatabase))
  expect(new Set(databases.map((database) => database.url)).size).toBe(4)
  const [first, second] = await Promise.all(databases.slice(0, 2).map(({ url }) => connect(url)))
  if (!first || !second) throw new Error('two connections were made')

  await first.query('CREATE TABLE only_here (id integer)')
  const elsewhere = await second.query("SELECT to_regclass('only_here') AS found")
  const migrated = await second.query("SELECT to_regclass('graphile_worker._private_jobs') AS found")

  expect(elsewhere.rows[0].found).toBeNull()
  expect(migrated.rows[0].found).not.toBeNull()
  await Promise.all([first.end(), second.end()])
  await Promise.all(databases.map((database) => database.drop()))
  await expect(connect(databases[0]?.url)).rejects.toMatchObject({ code: '3D000' })
})

async function connect(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
