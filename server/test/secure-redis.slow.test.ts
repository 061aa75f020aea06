/** Redis with TLS and accounts. @see docs/operations.md#redis-or-valkey */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { type Certificate, makeCertificate } from './certificate.ts'
import { makeConversation, openChatSocket } from './factories/chat.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import { startRedis, type TestRedis } from './redis.ts'

const SEARCHES_PER_MINUTE = 30

let folder: string
let certificate: Certificate
let redis: TestRedis
let app: TestApp
let nodes: ServerNode[]
beforeAll(async () => {
  await buildServer()
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-certificate-'))
  certificate = await makeCertificate(folder)
  redis = await startRedis(certificate)
  app = await testApp()
})
afterAll(async () => {
  await redis.kill()
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  nodes = []
})
afterEach(() => Promise.all(nodes.map((node) => node.kill())))

async function start(settings: Record<string, string> = {}): Promise<ServerNode> {
  const trust = { NODE_EXTRA_CA_CERTS: certificate.authority }
  const node = await startNode(app, { REDIS_URL: redis.url, RATE_LIMITS: 'on', ...trust, ...settings })
  nodes.push(node)
  return node
}

async function readRedisCheck(node: ServerNode): Promise<string> {
  return ((await (await fetch(`${node.url}/readyz`)).json()) as { checks: { redis: string } }).checks.redis
}

async function search({ url }: ServerNode): Promise<number> {
  return (await fetch(`${url}/api/auth/caregivers`)).status
}

test('carries messages and counts calls for both nodes', async () => {
  const [one, two] = [await start(), await start()]
  expect([await readRedisCheck(one), await readRedisCheck(two)]).toEqual(['ok', 'ok'])
  const { id, caregiver, family } = await makeConversation(app)
  const [sender, receiver] = [await openChatSocket(one, caregiver), await openChatSocket(two, family)]
  sender.send({ action: 'send_message', conversation_id: id, client_id: 'one', text: 'Good morning' })
  const received = await receiver.waitFor('message.created', ({ message }) => message.sequence === 2)
  expect(received.message.text).toBe('Good morning')
  for (let call = 0; call < SEARCHES_PER_MINUTE; call += 1) expect(await search(one)).toBe(200)
  expect(await search(two)).toBe(429)
})

test.each([
  ['a wrong password', () => ({ REDIS_URL: redis.url.replace(':a-', ':another-') })],
  ['an unknown authority', () => ({ NODE_EXTRA_CA_CERTS: '' })],
])('a node with %s works without Redis', async (_case, settings) => {
  const node = await start({ ...settings(), LOG_LEVEL: 'silent' })
  expect(await readRedisCheck(node)).toBe('unavailable')
  expect(await search(node)).toBe(200)
  expect(await node.stop()).toBe(0)
})
