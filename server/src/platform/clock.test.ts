/** Nodes whose machines don't agree on the time. */
import { HOUR_MS } from '@tendwell/contract/time'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClient, type TestApp, testApp } from '../../test/app.ts'
import { makeUser } from '../../test/factories/accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** Moves the machine's clock. */
function turnClock(byMs: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + byMs)
}

test.each([HOUR_MS, -HOUR_MS])('the time goes on when the machine is set by %i ms', async (byMs) => {
  const { client } = await makeUser(app, { role: 'caretaker' })
  const before = app.deps.clock.now().getTime()
  turnClock(byMs)
  expect((await client.get('/api/notifications')).status).toBe(200)
  expect(Math.abs(app.deps.clock.now().getTime() - before)).toBeLessThan(10_000)
})

test.each([HOUR_MS, -HOUR_MS])('a node that starts %i ms off accepts the tokens of others', async (byMs) => {
  const { token } = await makeUser(app, { role: 'caretaker' })
  turnClock(byMs)
  const { dataDir } = app.deps.config
  const other = await testApp({ DATA_DIR: dataDir }, { databaseUrl: app.databaseUrl })
  expect((await createClient(other.url, token).get('/api/notifications')).status).toBe(200)
  const { token: otherToken } = await makeUser(other, { role: 'caretaker' })
  expect((await createClient(app.url, otherToken).get('/api/notifications')).status).toBe(200)
  await other.close()
})
