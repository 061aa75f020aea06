/** The database goes away under a running product and comes back (trust.md, "database outage"). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, type TestApp, testApp } from './app.ts'
import { type DatabaseProxy, databaseProxy } from './database-proxy.ts'
import { makeConversation } from './factories/chat.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import { waitUntil } from './wait.ts'

const CONVERSATIONS = 20

let app: TestApp
let proxy: DatabaseProxy
let node: ServerNode
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  proxy = await databaseProxy(app.databaseUrl)
  node = await startNode(app, { DATABASE_URL: proxy.url })
}, 120_000)
afterAll(async () => {
  await node.kill()
  await proxy.close()
  await app.close()
})

const statusOf = async (path: string) => (await fetch(`${node.url}${path}`)).status

async function untilReady(ready: boolean): Promise<void> {
  while ((await statusOf('/readyz')) !== (ready ? 200 : 503)) await new Promise(setImmediate)
}

/** How many jobs a worker has taken and not yet given back. */
async function jobsTaken(): Promise<number> {
  const { rows } = await app.deps.database.execute<{ taken: number }>(
    'SELECT count(*)::int AS taken FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL',
  )
  return rows[0]?.taken ?? 0
}

async function jobsLeft(): Promise<number> {
  const { rows } = await app.deps.database.execute<{ due: number }>(
    `SELECT count(*)::int AS due FROM graphile_worker._private_jobs
     JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id WHERE identifier LIKE 'message.sent%'`,
  )
  return rows[0]?.due ?? 0
}

test.each([
  ['is cut off', () => proxy.cut()],
  ['no longer answers', () => proxy.swallow()],
])('a database that %s in the middle of work takes nothing with it', async (_how, fail) => {
  const talks = await Promise.all(Array.from({ length: CONVERSATIONS }, () => makeConversation(app)))
  while ((await jobsTaken()) === 0) await new Promise(setImmediate)
  fail()
  await untilReady(false)
  expect(await statusOf('/healthz')).toBe(200)
  const [{ id, family }] = talks as [(typeof talks)[number]]
  const client = clientOf(node.url, family.token)
  const refused = await client.get(`/api/chat/conversations/${id}/messages`)
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])

  proxy.mend()
  await untilReady(true)
  expect((await client.get(`/api/chat/conversations/${id}/messages`)).status).toBe(200)
  // What was under way when it went is done all the same: at least once, by the same process.
  await untilNone()
  for (const { caregiver } of talks) {
    const { body } = await clientOf(node.url, caregiver.token).get('/api/notifications')
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === 'chat_first_message')).toHaveLength(1)
  }
})

async function untilNone(): Promise<void> {
  let left = await jobsLeft()
  const watch = setInterval(async () => {
    left = await jobsLeft()
  }, 100)
  await waitUntil(() => left === 0).finally(() => clearInterval(watch))
}
