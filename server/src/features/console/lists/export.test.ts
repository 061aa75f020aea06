/** A list without an end is exported: what its reader does not take is not read from the database. */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { guardRoutes } from '../../../platform/http/access.ts'
import { createHttp } from '../../../platform/http/http.ts'
import { createLog } from '../../../platform/log.ts'
import { exportRows } from './export.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** Each batch is more than a stream holds. */
function exportEndless() {
  let batches = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* read() {
    try {
      for (;;) {
        batches += 1
        yield [{ text: 'x'.repeat(100_000) }]
      }
    } finally {
      end()
    }
  }
  const actor = {
    id: admin.id,
    role: 'admin',
    staffRole: 'admin',
    sessionId: '1',
    mustSetUpTwoStep: false,
  } as const
  const by = { actor, address: '127.0.0.1' }
  const columns = [['Text', ({ text }: { text: string }) => text]] as const
  return {
    csv: () => exportRows(app.deps, by, { name: 'users', columns, query: {}, batches: read() }),
    countBatches: () => batches,
    ended,
  }
}

test('rows are read only as fast as their reader takes them', async () => {
  const { csv, countBatches, ended } = exportEndless()
  const stream = await csv()
  await once(stream, 'readable')
  const readTurns = async () => {
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    return countBatches()
  }
  const unread = await readTurns()
  expect(unread).toBeLessThanOrEqual(2)
  stream.read()
  expect(await readTurns()).toBeLessThanOrEqual(unread + 2)
  stream.destroy()
  await ended
})

test('nothing is read any more once the reader has left', async () => {
  const { csv, countBatches, ended } = exportEndless()
  const http = await createHttp(
    readConfig({ RATE_LIMITS: 'off', OVERLOAD_PROTECTION: 'off' }),
    createLog('silent'),
  )
  guardRoutes(http, async () => null)
  http.get('/api/list', { config: { access: 'public' } }, async (_request, reply) =>
    reply.type('text/csv').send(await csv()),
  )
  const leaving = new AbortController()
  const { body } = await fetch(new URL('/api/list', await http.listen({ host: '127.0.0.1', port: 0 })), {
    headers: { 'accept-encoding': 'identity' },
    signal: leaving.signal,
  })
  await body?.getReader().read()
  leaving.abort()
  await ended
  expect(countBatches()).toBeGreaterThan(0)
  // The client may have opened another connection by now.
  http.server.closeAllConnections()
  await http.close()
})
