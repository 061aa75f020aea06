/**
 * Two nodes share a Redis with TLS and accounts, which is lost and comes back.
 * @see docs/operations.md#redis-or-valkey
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { type Certificate, makeCertificate } from './certificate.ts'
import { makeUser } from './factories/accounts.ts'
import { buildServer, type ServerNode, startLoadBalancer, startNode } from './nodes.ts'
import { connectChatClients, findDeliveryErrors, sendThroughStorm } from './reconnect-storm.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { waitUntil } from './wait.ts'

const SEARCHES_PER_MINUTE = 30

let folder: string
let certificate: Certificate
let app: TestApp
let redis: TestRedis
let nodes: [ServerNode, ServerNode]
let counting: [ServerNode, ServerNode]
const started: ServerNode[] = []
beforeAll(async () => {
  await buildServer()
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-certificate-'))
  certificate = await makeCertificate(folder)
  redis = await startRedis(certificate)
  app = await testApp()
  nodes = await Promise.all([start(), start()])
  counting = await Promise.all([start({ RATE_LIMITS: 'on' }), start({ RATE_LIMITS: 'on' })])
})
afterAll(async () => {
  await Promise.all(started.map((node) => node.kill()))
  await redis.kill()
  await app.close()
  await rm(folder, { recursive: true })
})

async function start(settings: Record<string, string> = {}): Promise<ServerNode> {
  const trust = { NODE_EXTRA_CA_CERTS: certificate.authority }
  const node = await startNode(app, { REDIS_URL: redis.url, ...trust, ...settings })
  started.push(node)
  return node
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

async function getReadiness(node: ServerNode) {
  const response = await fetch(`${node.url}/readyz`)
  return { status: response.status, ...((await response.json()) as { checks: { redis: string } }).checks }
}
const readMetrics = async (node: ServerNode) => (await fetch(`${node.url}/metrics`)).text()

test('a node without Redis is ready and names the loss', async () => {
  const [one] = nodes
  expect(await getReadiness(one)).toMatchObject({ status: 200, database: 'ok', redis: 'ok' })
  expect(await readMetrics(one)).toContain('\ntendwell_redis_up 1\n')
  await redis.kill()
  while ((await getReadiness(one)).redis === 'ok') await new Promise(setImmediate)
  expect(await getReadiness(one)).toMatchObject({ status: 200, database: 'ok', redis: 'unavailable' })
  expect(await readMetrics(one)).toContain('\ntendwell_redis_up 0\n')
  await redis.restore()
  for (const node of [...nodes, ...counting]) {
    while ((await getReadiness(node)).redis !== 'ok') await new Promise(setImmediate)
  }
})

test.each([
  ['is killed', () => redis.kill()],
  ['stops answering', async () => redis.freeze()],
])(
  'delivers every message once and in order, and answers calls, when Redis %s and returns',
  async (_how, fail) => {
    const each = 8
    const balancer = await startLoadBalancer(nodes.map(({ url }) => url))
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
  const [one, two] = counting
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
  const [one] = counting
  // Each call counts, and few are allowed from one network.
  const call = () => getStatus(one, '/api/auth/settings')
  expect(await call()).toBe(200)
  redis.freeze()
  const start = Date.now()
  expect(await Promise.all(Array.from({ length: 10 }, call))).toEqual(allowed(10))
  expect(Date.now() - start).toBeLessThan(3_000)
  await redis.restore()
})

test.each([
  ['a wrong password', () => ({ REDIS_URL: redis.url.replace(':a-', ':another-') })],
  ['an unknown authority', () => ({ NODE_EXTRA_CA_CERTS: '' })],
])('a node with %s works without Redis', async (_case, settings) => {
  const node = await start({ ...settings(), LOG_LEVEL: 'silent' })
  expect((await getReadiness(node)).redis).toBe('unavailable')
  expect(await getStatus(node, '/api/auth/caregivers')).toBe(200)
  expect(await node.stop()).toBe(0)
})
