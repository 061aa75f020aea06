/** Redis is lost while two nodes use it, and comes back. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { makeUser } from './factories/accounts.ts'
import { buildServer, type ServerNode, startLoadBalancer, startNode } from './nodes.ts'
import { connectChatClients, findDeliveryErrors, sendThroughStorm } from './reconnect-storm.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { waitUntil } from './wait.ts'

const SEARCHES_PER_MINUTE = 30

let app: TestApp
let redis: TestRedis
let nodes: ServerNode[]
beforeAll(buildServer)
beforeEach(async () => {
  app = await testApp()
  redis = await startRedis()
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await redis.kill()
  await app.close()
})

async function startNodes(settings: Record<string, string> = {}) {
  nodes = await Promise.all([1, 2].map(() => startNode(app, { REDIS_URL: redis.url, ...settings })))
  return nodes as [ServerNode, ServerNode]
}

const getStatus = async (node: ServerNode, path: string, headers = {}) =>
  (await fetch(`${node.url}${path}`, { headers })).status

/** Searches at the nodes in turn. @returns the statuses, in order */
async function search(at: readonly ServerNode[], times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let call = 0; call < times; call += 1) {
    statuses.push(await getStatus(at[call % at.length] as ServerNode, '/api/auth/caregivers'))
  }
  return statuses
}

const allowed = (times: number) => Array<number>(times).fill(200)
const refused = (times: number) => Array<number>(times).fill(429)

test.each([
  ['is killed', () => redis.kill()],
  ['stops answering', async () => redis.freeze()],
])(
  'delivers every message once and in order, and answers calls, when Redis %s and returns',
  async (_how, fail) => {
    const each = 12
    const [one, two] = await startNodes()
    const balancer = await startLoadBalancer([one.url, two.url])
    const clients = await connectChatClients(app, balancer.url, 10)
    const { token } = await makeUser(app, { role: 'caretaker' })
    const statuses = new Set<number>()
    let isCalling = true
    const call = async (node: ServerNode) => {
      const headers = { authorization: `Bearer ${token}` }
      while (isCalling) statuses.add(await getStatus(node, '/api/chat/conversations', headers))
    }
    const calls = nodes.map(call)
    const countDelivered = () => clients.reduce((sum, { messages }) => sum + messages.length, 0)
    try {
      await sendThroughStorm(clients, {
        each,
        everyMs: 300,
        killNode: async () => {
          await fail()
          // Without Redis, messages are still delivered.
          const before = countDelivered()
          await waitUntil(() => countDelivered() > before + 4 * clients.length)
          await redis.restore()
        },
      })
      expect(findDeliveryErrors(clients, each)).toEqual([])
      expect([...statuses]).toEqual([200])
    } finally {
      isCalling = false
      await Promise.all(calls)
      for (const client of clients) client.stop()
      await balancer.close()
    }
  },
)

test('nodes count calls together, each by itself while Redis is down, and together again', async () => {
  const [one, two] = await startNodes({ RATE_LIMITS: 'on' })
  expect(await search([one, two], SEARCHES_PER_MINUTE + 4)).toEqual([
    ...allowed(SEARCHES_PER_MINUTE),
    ...refused(4),
  ])
  await redis.kill()
  for (const node of [one, two]) {
    expect(await search([node], SEARCHES_PER_MINUTE + 2)).toEqual([
      ...allowed(SEARCHES_PER_MINUTE),
      ...refused(2),
    ])
  }
  await redis.restore()
  // The new server is empty, so the first call that it counts is allowed.
  while ((await search([one], 1))[0] === 429) await new Promise(setImmediate)
  while ((await search([two], 1))[0] === 429) await new Promise(setImmediate)
  expect(await search([one, two], SEARCHES_PER_MINUTE)).toEqual([
    ...allowed(SEARCHES_PER_MINUTE - 2),
    ...refused(2),
  ])
})

test('answers calls within 3 s when Redis stops answering', async () => {
  const [one] = await startNodes({ RATE_LIMITS: 'on' })
  expect(await search([one], 1)).toEqual([200])
  redis.freeze()
  const start = Date.now()
  const statuses = await Promise.all(Array.from({ length: 10 }, () => search([one], 1)))
  expect(statuses.flat()).toEqual(allowed(10))
  expect(Date.now() - start).toBeLessThan(3_000)
  await redis.restore()
})

const readMetrics = async (node: ServerNode) => (await fetch(`${node.url}/metrics`)).text()

test('a node without Redis is ready and names the loss', async () => {
  const [one] = await startNodes()
  const getReadiness = async () => {
    const response = await fetch(`${one.url}/readyz`)
    return { status: response.status, ...((await response.json()) as { checks: { redis: string } }).checks }
  }
  expect(await getReadiness()).toMatchObject({ status: 200, database: 'ok', redis: 'ok' })
  expect(await readMetrics(one)).toContain('\ntendwell_redis_up 1\n')
  await redis.kill()
  while ((await getReadiness()).redis === 'ok') await new Promise(setImmediate)
  expect(await getReadiness()).toMatchObject({ status: 200, database: 'ok', redis: 'unavailable' })
  expect(await readMetrics(one)).toContain('\ntendwell_redis_up 0\n')
  await redis.restore()
  while ((await getReadiness()).redis !== 'ok') await new Promise(setImmediate)
})
