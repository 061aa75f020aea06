import { expect, test } from 'vitest'
import { createMemoryPageCache } from './cache.ts'

const page = (html: string) => ({ status: 200 as const, html, etag: '"a"' })

test('keeps a page until its time is over', async () => {
  const cache = createMemoryPageCache()
  await cache.set('/', page('home'), 1)
  await cache.set('/caregivers', page('search'), 60_000)
  await expect.poll(() => cache.get('/')).toBeNull()
  expect(await cache.get('/caregivers')).toEqual(page('search'))
})

test('keeps the pages that were used last, up to a number', async () => {
  const cache = createMemoryPageCache(2)
  for (const key of ['/1', '/2']) await cache.set(key, page(key), 5_000)
  await cache.get('/1')
  await cache.set('/3', page('/3'), 5_000)
  expect(await cache.get('/1')).not.toBeNull()
  expect(await cache.get('/2')).toBeNull()
})

test('keeps pages up to a number of bytes', async () => {
  const cache = createMemoryPageCache(100, 2_000)
  for (const key of ['/1', '/2', '/3']) await cache.set(key, page('x'.repeat(400)), 5_000)
  expect(await cache.get('/1')).toBeNull()
  expect(await cache.get('/3')).not.toBeNull()
  await cache.set('/4', page('x'.repeat(4_000)), 5_000)
  expect(await cache.get('/4')).toBeNull()
  expect(await cache.get('/3')).not.toBeNull()
})
