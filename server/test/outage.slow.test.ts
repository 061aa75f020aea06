/** The database becomes unreachable while the product runs, and comes back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestApp, testApp } from './app.ts'
import { blockNotifications } from './database.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { makeConversation } from './factories/chat.ts'
import { inTurn } from './in-turn.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import { waitUntil } from './wait.ts'

const CONVERSATIONS = 20

let app: TestApp
let proxy: DatabaseProxy
let node: ServerNode
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  proxy = await startDatabaseProxy(app.databaseUrl)
  node = await startNode(app, { DATABASE_URL: proxy.url })
})
afterAll(async () => {
  await node.kill()
  await proxy.close()
  await app.close()
})

const getStatus = async (path: string) => (await fetch(`${node.url}${path}`)).status

async function waitForReadiness(ready: boolean): Promise<void> {
  while ((await getStatus('/readyz')) !== (ready ? 200 : 503)) await new Promise(setImmediate)
}

async function countRunningJobs(): Promise<number> {
  const { rows } = await app.deps.database.execute<{ taken: number }>(
    'SELECT count(*)::int AS taken FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL',
  )
  return rows[0]?.taken ?? 0
}

async function countMessageJobs(): Promise<number> {
  const { rows } = await app.deps.database.execute<{ due: number }>(
    `SELECT count(*)::int AS due FROM graphile_worker._private_jobs
     JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id WHERE identifier LIKE 'message.sent%'`,
  )
  return rows[0]?.due ?? 0
}

test.each([
  ['closes its connections', () => proxy.cut()],
  ['stops answering', () => proxy.freeze()],
])('loses no work when the database %s', async (_how, fail) => {
  const blocker = await blockNotifications(app.databaseUrl)
  const conversations = await inTurn(CONVERSATIONS, () => makeConversation(app))
  while ((await countRunningJobs()) === 0) await new Promise(setImmediate)
  fail()
  await blocker.end()
  await waitForReadiness(false)
  expect(await getStatus('/healthz')).toBe(200)
  const [{ id, family }] = conversations as [(typeof conversations)[number]]
  const client = createClient(node.url, family.token, { repeats: false })
  const refused = await client.get(`/api/chat/conversations/${id}/messages`)
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])

  proxy.restore()
  await waitForReadiness(true)
  expect((await client.get(`/api/chat/conversations/${id}/messages`)).status).toBe(200)
  // The same process finishes the jobs that were interrupted.
  await waitForMessageJobs()
  for (const { caregiver } of conversations) {
    const { body } = await createClient(node.url, caregiver.token).get('/api/notifications')
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === 'chat_first_message')).toHaveLength(1)
  }
})

async function waitForMessageJobs(): Promise<void> {
  let left = await countMessageJobs()
  const watch = setInterval(async () => {
    left = await countMessageJobs()
  }, 100)
  await waitUntil(() => left === 0).finally(() => clearInterval(watch))
}
