/** Nodes are restarted in turn behind a proxy that does not retry. RESTARTS sets how often. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
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

test('no call fails while each node is stopped and started', async () => {
  const failed: string[] = []
  let calls = 0
  let restarting = true
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
    while (restarting) await call(user).catch((error: unknown) => failed.push(String(error)))
  })
  const exits: (number | null)[] = []
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const old = nodes.shift() as ServerNode
    exits.push(await old.stop())
    const fresh = await startNode(app, settings)
    nodes.push(fresh)
    proxy.useNodes(nodes.map(({ url }) => url))
    await proxy.untilReady(fresh.url)
  }
  restarting = false
  await Promise.all(callers)
  console.log(`${calls} calls during ${RESTARTS} restarts, ${failed.length} failed`)
  expect(failed.slice(0, 5)).toEqual([])
  expect(calls).toBeGreaterThan(RESTARTS * 50)
  expect(exits).toEqual(exits.map(() => 0))
})
