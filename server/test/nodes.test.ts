/** Two nodes on one database behind a proxy (decisions §7: events reach every node; trust.md, "chat"). */
import { CLOSE_SESSION_ENDED } from '@tendwell/contract/realtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from './app.ts'
import { chatSocket, listenAs, makeConversation } from './factories/chat.ts'
import { buildServer, type Node, startNode, startProxy } from './nodes.ts'
import { makeTalkers, writeThroughStorm, wrongsOf } from './storm.ts'

let app: TestApp
let nodes: [Node, Node]
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  nodes = await Promise.all([startNode(app), startNode(app)])
}, 120_000)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await app.close()
})

test('what is said, read and notified on one node is heard on the other, and a logout closes sockets there', async () => {
  const [one, two] = nodes
  const { id, caregiver, family } = await makeConversation(app)
  const theirs = await listenAs(one, family)
  const hers = await listenAs(two, caregiver)
  const bell = new WebSocket(`${two.url.replace('http', 'ws')}/ws/notifications/?token=${caregiver.token}`)
  const rung = new Promise<string>((resolve) => bell.once('message', (content) => resolve(String(content))))
  await Promise.all([theirs.settle(), hers.settle()])

  const text = `${'☃'.repeat(3_999)}!`
  theirs.send({ action: 'send_message', conversation_id: id, text, client_id: 'across' })
  const [own, heard] = [await theirs.next('message.created'), await hers.next('message.created')]
  expect(heard.message).toEqual({ ...own.message, client_id: null })
  // She does not read it, so her bell is rung, by whichever node has the job.
  expect(JSON.parse(await rung)).toEqual({ event: 'notification.created', id: expect.any(Number) })
  bell.terminate()
  hers.send({ action: 'mark_read', conversation_id: id, message_ids: [heard.message.id] })
  expect(await theirs.next('messages.read')).toMatchObject({ reader_id: caregiver.id, read_sequence: 2 })

  const logout = await fetch(`${one.url}/api/auth/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: caregiver.refresh }),
  })
  expect(logout.status).toBe(200)
  expect(await hers.closed).toBe(CLOSE_SESSION_ENDED)
  expect(await chatSocket(two.url, caregiver.token).closed).toBe(CLOSE_SESSION_ENDED)
  await theirs.settle()
  theirs.socket.close()
})

test('a node that is killed loses, doubles and disorders nothing: all come back to the other and catch up', {
  timeout: 120_000,
}, async () => {
  const each = 9
  const proxy = await startProxy(nodes.map(({ url }) => url))
  const talkers = await makeTalkers(app, proxy.url, 15)
  try {
    const { cutOff } = await writeThroughStorm(talkers, {
      each,
      everyMs: 200,
      strike: async () => {
        proxy.holdLost()
        await nodes[0].kill()
      },
    })
    expect(cutOff).toBeGreaterThan(5)
    expect(wrongsOf(talkers, each)).toEqual([])
    const { rows } = await app.deps.database.execute<{ stored: number }>(
      `SELECT count(*)::int AS stored FROM messages WHERE text LIKE '% writes %'`,
    )
    expect(rows).toEqual([{ stored: 30 * each }])
  } finally {
    for (const talker of talkers) talker.stop()
    await proxy.close()
  }
})
