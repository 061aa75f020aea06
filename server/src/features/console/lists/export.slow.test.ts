/** A large list is exported at flat memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { connectTo } from '../../../../test/database.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'

const ROWS = 40_000

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
  // Not through the product's pool, whose statements end after some seconds.
  const client = await connectTo(app.databaseUrl)
  await client.query(`
    INSERT INTO users (email, full_name, role, created_at)
    SELECT 'row-' || n || '@example.test', repeat('Somebody ', 20), 'caretaker', now() - n * interval '1 minute'
    FROM generate_series(1, ${ROWS}) AS n`)
  await client.end()
})
afterAll(() => app.close())

/** Garbage is collected first, so that only what is held counts. */
function readHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

async function openExport() {
  const url = new URL('/api/admin-panel/users/export', app.url)
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' }
  const { body } = await fetch(url, { headers })
  if (!body) throw new Error('The export has no body')
  return body.getReader()
}

test('a long list is sent at flat memory', async () => {
  const before = readHeap()
  const reader = await openExport()
  const heaps: number[] = []
  let bytes = 0
  let lines = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.length
    lines += Buffer.from(chunk.value).toString().split('\n').length - 1
    if (bytes / 2_000_000 >= heaps.length) heaps.push(readHeap())
  }
  expect(lines).toBe(ROWS + 1)
  const growth = Math.max(...heaps) - before
  console.log(`${(bytes / 1e6).toFixed(1)} MB sent, the heap grew by ${(growth / 1e6).toFixed(1)} MB at most`)
  // If the rows were collected before they are sent, the heap would hold all of them.
  expect(growth).toBeLessThan(bytes / 2)
})
