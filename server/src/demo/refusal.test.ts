import { expect, test } from 'vitest'
import { connectTo, createTestDatabase } from '../../test/database.ts'
import { refuseDemo } from './refusal.ts'

test('production refuses a database that was filled with the demo', async () => {
  const database = await createTestDatabase()
  await refuseDemo(database.url)
  const client = await connectTo(database.url)
  await client.query(`INSERT INTO platform_state (key, value) VALUES ('demo_data', '"filled"')`)
  await client.end()
  await expect(refuseDemo(database.url)).rejects.toThrow('Production needs an empty database')
  await database.drop()
})
