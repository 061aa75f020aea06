/**
 * Two nodes on one database behind a load balancer.
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
import { CLOSE_SESSION_ENDED } from '@tendwell/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import {
  connectChatSocket,
  type Frame,
  makeConversation,
  openChatSocket,
  openNotificationsSocket,
} from './factories/chat.ts'
import { buildServer, type ServerNode, startLoadBalancer, startNode } from './nodes.ts'
import { connectChatClients, findDeliveryErrors, sendThroughStorm } from './reconnect-storm.ts'
import { startRedis, type TestRedis } from './redis.ts'

let redis: TestRedis
beforeAll(async () => {
  await buildServer()
  redis = await startRedis()
})
afterAll(() => redis.kill())

describe.each(['PostgreSQL', 'Redis'])('nodes that share %s', (shared) => {
  let app: TestApp
  let nodes: [ServerNode, ServerNode]
  beforeAll(async () => {
    app = await testApp()
    const settings = { REDIS_URL: shared === 'Redis' ? redis.url : '' }
    nodes = await Promise.all([startNode(app, settings), startNode(app, settings)])
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await app.close()
  })

  test('delivers messages, read receipts and notifications across nodes, and a logout closes sockets on both', async () => {
    const [one, two] = nodes
    const { id, caregiver, family } = await makeConversation(app)
    const familySocket = await openChatSocket(one, family)
    const caregiverSocket = await openChatSocket(two, caregiver)
    const bell = await openNotificationsSocket(two, caregiver)
    await Promise.all([familySocket.flush(), caregiverSocket.flush()])

    const text = `${'☃'.repeat(3_999)}!`
    familySocket.send({ action: 'send_message', conversation_id: id, text, client_id: 'across' })
    const isSecond = ({ message }: Frame<'message.created'>) => message.sequence === 2
    const own = await familySocket.waitFor('message.created', isSecond)
    const received = await caregiverSocket.waitFor('message.created', isSecond)
    expect(received.message).toEqual({ ...own.message, client_id: null })
    // Either node may run the job that notifies the caregiver of the unread message.
    expect(await bell.waitFor('notification.created')).toEqual({
      event: 'notification.created',
      id: expect.any(Number),
    })
    bell.socket.terminate()
    caregiverSocket.send({ action: 'mark_read', conversation_id: id, message_ids: [received.message.id] })
    expect(await familySocket.waitFor('messages.read')).toMatchObject({
      reader_id: caregiver.id,
      read_sequence: 2,
    })

    const logout = await fetch(`${one.url}/api/auth/logout/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: caregiver.refresh }),
    })
    expect(logout.status).toBe(200)
    expect(await caregiverSocket.closed).toBe(CLOSE_SESSION_ENDED)
    expect(await connectChatSocket(two.url, caregiver.token).closed).toBe(CLOSE_SESSION_ENDED)
    await familySocket.flush()
    familySocket.socket.close()
  })

  test('delivers every message once and in order when a node is killed and its clients reconnect', async () => {
    const each = 9
    const balancer = await startLoadBalancer(nodes.map(({ url }) => url))
    const clients = await connectChatClients(app, balancer.url, 15)
    try {
      const { disconnected } = await sendThroughStorm(clients, {
        each,
        everyMs: 200,
        killNode: async () => {
          balancer.keepHalfOpen()
          await nodes[0].kill()
        },
      })
      expect(disconnected).toBeGreaterThan(5)
      expect(findDeliveryErrors(clients, each)).toEqual([])
      // Redis may swap what two nodes publish at the same moment.
      if (shared === 'PostgreSQL') expect(clients.filter(({ countGaps }) => countGaps() > 0)).toEqual([])
      const { rows } = await app.deps.database.execute<{ stored: number }>(
        `SELECT count(*)::int AS stored FROM messages WHERE text LIKE '% sends %'`,
      )
      expect(rows).toEqual([{ stored: 30 * each }])
    } finally {
      for (const client of clients) client.stop()
      await balancer.close()
    }
  })
})
