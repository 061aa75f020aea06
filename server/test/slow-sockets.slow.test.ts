import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { measureSlowSocket, SLOW_KINDS } from './slow-sockets.ts'

const LIMIT_MS = 15_000

test('closes a connection that sends slowly, stops or sends no HTTP within 15 s', async () => {
  const app = await testApp()
  const closed = SLOW_KINDS.map(async (kind) => {
    const closedMs = await measureSlowSocket(app.url, kind, 40_000)
    return { kind, isClosed: closedMs !== null && closedMs < LIMIT_MS }
  })
  expect((await Promise.all(closed)).filter(({ isClosed }) => !isClosed)).toEqual([])
  await app.close()
})
