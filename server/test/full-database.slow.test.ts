/** Other clients take every connection of PostgreSQL while the product runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestApp, testApp } from './app.ts'
import { startCluster, type TestCluster } from './cluster.ts'
import { blockNotifications, connectTo, type DatabaseClient } from './database.ts'
import { makeConversation } from './factories/chat.ts'
import { inTurn } from './in-turn.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'

const CONNECTIONS = 60
const CONVERSATIONS = 20

let cluster: TestCluster
let app: TestApp
let node: ServerNode
let taken: DatabaseClient[] = []
beforeAll(async () => {
  await buildServer()
  cluster = await startCluster({ max_connections: String(CONNECTIONS) })
  app = await testApp({}, { databaseUrl: cluster.url })
  node = await startNode(app)
})
afterAll(async () => {
  await Promise.all(taken.map((connection) => connection.end()))
  await node.kill()
  await app.close()
  await cluster.drop()
})

const getStatus = async (path: string) => (await fetch(`${node.url}${path}`)).status

/** Ends the product's connections and takes their places, until it has none and can't get any. */
async function takeAllConnections(): Promise<void> {
  const first = await connectTo(app.databaseUrl)
  taken = [first]
  for (;;) {
    const { rowCount } = await first.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tendwell%'",
    )
    // A connection that is just being opened has no name yet. One place is the blocker's.
    if (rowCount === 0 && taken.length === CONNECTIONS - 1) return
    for (;;) {
      const client = await connectTo(app.databaseUrl).catch(() => null)
      if (!client) break
      taken.push(client)
    }
  }
}

async function countJobs(condition: string): Promise<number> {
  const { rows } = await app.deps.database.execute<{ jobs: number }>(
    `SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs
     JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
     WHERE identifier LIKE 'message.sent%' AND ${condition}`,
  )
  return rows[0]?.jobs ?? 0
}

async function waitForReadiness(ready: boolean): Promise<number> {
  const start = performance.now()
  while ((await getStatus('/readyz')) !== (ready ? 200 : 503)) await new Promise(setImmediate)
  return performance.now() - start
}

test('loses no work and no process while PostgreSQL has no connection left', async () => {
  const blocker = await blockNotifications(app.databaseUrl)
  const conversations = await inTurn(CONVERSATIONS, () => makeConversation(app))
  while ((await countJobs('locked_at IS NOT NULL')) === 0) await new Promise(setImmediate)
  await takeAllConnections()
  taken.push(blocker)
  expect(await waitForReadiness(false)).toBeLessThan(2_000)
  await blocker.query('ROLLBACK')
  expect(await getStatus('/healthz')).toBe(200)
  const [{ id, family }] = conversations as [(typeof conversations)[number]]
  const client = createClient(node.url, family.token, { repeats: false })
  const refused = await client.get(`/api/chat/conversations/${id}/messages`)
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  await Promise.all(taken.splice(0).map((connection) => connection.end()))
  expect(await waitForReadiness(true)).toBeLessThan(5_000)
  expect((await client.get(`/api/chat/conversations/${id}/messages`)).status).toBe(200)
  // The same process finishes the jobs that were interrupted.
  while ((await countJobs('true')) > 0) await new Promise(setImmediate)
  for (const { caregiver } of conversations) {
    const { body } = await createClient(node.url, caregiver.token).get('/api/notifications')
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === 'chat_first_message')).toHaveLength(1)
  }
})
