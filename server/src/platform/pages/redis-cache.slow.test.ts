import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../../../test/redis.ts'
import { createLog } from '../log.ts'
import { createRedis } from '../realtime/redis.ts'
import { createMemoryPageCache, type PageCache } from './cache.ts'
import { createRedisPageCache } from './redis-cache.ts'

const page = (html: string) => ({ status: 200 as const, html, etag: '"a"' })

let server: TestRedis
const clients: Redis[] = []
beforeEach(async () => {
  server = await startRedis()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await server.kill()
})

async function createNodeCache(namespace = 'one'): Promise<PageCache> {
  const client = createRedis(server.url, createLog('silent'))
  clients.push(client)
  await client.connect()
  return createRedisPageCache(client, namespace, createMemoryPageCache())
}

test('nodes of an installation share pages until their time is over', async () => {
  const [one, two, other] = [await createNodeCache(), await createNodeCache(), await createNodeCache('other')]
  await one.set('/', page('home'), 60_000)
  expect(await two.get('/')).toEqual(page('home'))
  expect(await two.get('/caregivers')).toBeNull()
  expect(await other.get('/')).toBeNull()
  await one.set('/', page('home'), 1)
  await expect.poll(() => two.get('/')).toBeNull()
})

test('keeps pages in memory while Redis is down', async () => {
  const cache = await createNodeCache()
  await server.kill()
  await cache.set('/', page('lost'), 60_000)
  await expect.poll(() => clients[0]?.status).not.toBe('ready')
  await cache.set('/', page('home'), 60_000)
  expect(await cache.get('/')).toEqual(page('home'))
})
