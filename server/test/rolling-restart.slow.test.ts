/** Nodes are restarted in turn behind a proxy that does not retry. RESTARTS sets how often. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { type TestApp, testApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { makeLaterVersion } from './later-version.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 2)
const CALLERS = 6
const settings = { SHUTDOWN_DELAY_MS: '2000' }

let app: TestApp
let proxy: ReverseProxy
let nodes: ServerNode[]
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  proxy = await startReverseProxy()
  nodes = await Promise.all([startNode(app, settings), startNode(app, settings)])
  proxy.useNodes(nodes.map(({ url }) => url))
  for (const { url } of nodes) await proxy.untilReady(url)
})
afterAll(async () => {
  await proxy.close()
  await Promise.all(nodes.map((node) => node.kill()))
  await app.close()
})

/**
 * Reads and changes profiles through the proxy until the work is done.
 * @returns why calls failed, and how many there were
 */
async function callDuring(work: () => Promise<void>): Promise<{ failed: string[]; calls: number }> {
  const failed: string[] = []
  let calls = 0
  let isWorking = true
  const call = async ({ token }: TestUser) => {
    calls += 1
    const changes = calls % 2 === 0
    const answer = await fetch(`${proxy.url}/api/auth/caretaker/profile`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(changes && { method: 'PUT', body: JSON.stringify({ notes: `Note ${calls}` }) }),
    })
    const text = await answer.text()
    if (answer.status !== 200) failed.push(`${answer.status} ${text}`)
  }
  const users = await Promise.all(Array.from({ length: CALLERS }, () => makeUser(app, { role: 'caretaker' })))
  const callers = users.map(async (user) => {
    while (isWorking) await call(user).catch((error: unknown) => failed.push(String(error)))
  })
  await work().finally(() => {
    isWorking = false
  })
  await Promise.all(callers)
  return { failed, calls }
}

/** Stops a node and starts another in its place. @returns the exit code of the one that was stopped */
async function restartNode(): Promise<number | null> {
  const exitCode = await (nodes.shift() as ServerNode).stop()
  const fresh = await startNode(app, settings)
  nodes.push(fresh)
  proxy.useNodes(nodes.map(({ url }) => url))
  await proxy.untilReady(fresh.url)
  return exitCode
}

test('no call fails while each node is stopped and started', async () => {
  const exits: (number | null)[] = []
  const { failed, calls } = await callDuring(async () => {
    for (let restart = 0; restart < RESTARTS; restart += 1) exits.push(await restartNode())
  })
  console.log(`${calls} calls during ${RESTARTS} restarts, ${failed.length} failed`)
  expect(failed.slice(0, 5)).toEqual([])
  expect(calls).toBeGreaterThan(RESTARTS * 50)
  expect(exits).toEqual(exits.map(() => 0))
})

test('no call fails while a later version adds to the database and a node of this one is restarted on it', async () => {
  const folder = await makeLaterVersion(
    'ALTER TABLE family_profiles ADD COLUMN favorite_color text',
    '-- outside a transaction\nCREATE INDEX CONCURRENTLY later_notes ON family_profiles (notes)',
  )
  const exits: (number | null)[] = []
  const { failed, calls } = await callDuring(async () => {
    await migrate(app.databaseUrl, { folder })
    exits.push(await restartNode())
  })
  await rm(folder, { recursive: true })
  expect(failed.slice(0, 5)).toEqual([])
  expect(calls).toBeGreaterThan(50)
  expect(exits).toEqual([0])
  // One node is from before, one was started on what the later version left.
  expect(nodes).toHaveLength(2)
})
