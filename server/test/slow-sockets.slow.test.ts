import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { measureSlowSocket, SLOW_KINDS } from './slow-sockets.ts'

const LIMIT_MS = 15_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test.concurrent.each(SLOW_KINDS)('closes a connection that sends %s within 15 s', async (kind) => {
  const closedMs = await measureSlowSocket(app.url, kind, 40_000)
  expect(closedMs).not.toBeNull()
  expect(closedMs).toBeLessThan(LIMIT_MS)
})
