/**
 * 500 clients chat through a load balancer on two nodes. One node gets SIGKILL, and half of its connections
 * stay half-open. Every client must receive every message once and in order, and all must be connected and
 * caught up again within 10 s.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { buildServer, type ServerNode, startLoadBalancer, startNode } from '../server/test/nodes.ts'
import { connectChatClients, findDeliveryErrors, sendThroughStorm } from '../server/test/reconnect-storm.ts'
import { isSmall, size } from './load/size.ts'

const CLIENTS = size(500, 8)
const MESSAGES_PER_CLIENT = size(15, 3)
const EVERY_MS = size(2_000, 50)
const RECONNECT_LIMIT_MS = 10_000

let app: TestApp
let nodes: [ServerNode, ServerNode]
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  nodes = await Promise.all([startNode(app), startNode(app)])
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await app.close()
})

test(`${CLIENTS} clients lose no message when one of two nodes is killed`, async () => {
  const balancer = await startLoadBalancer(nodes.map(({ url }) => url))
  const clients = await connectChatClients(app, balancer.url, CLIENTS / 2)
  try {
    const { disconnected, reconnectedMs } = await sendThroughStorm(clients, {
      each: MESSAGES_PER_CLIENT,
      everyMs: EVERY_MS,
      killNode: async () => {
        // A client takes seconds to notice such a connection.
        if (!isSmall) balancer.keepHalfOpen()
        await nodes[0].kill()
      },
    })
    const delivered = clients.reduce((sum, { messages }) => sum + messages.length, 0)
    const errors = findDeliveryErrors(clients, MESSAGES_PER_CLIENT)
    console.log(
      `reconnect storm: ${disconnected} of ${CLIENTS} clients disconnected, all back after ${(reconnectedMs / 1_000).toFixed(1)} s; ${CLIENTS * MESSAGES_PER_CLIENT} messages, ${delivered} deliveries, ${errors.length} errors`,
    )
    expect(errors).toEqual([])
    expect(disconnected).toBeGreaterThan(CLIENTS / 4)
    if (!isSmall) expect(reconnectedMs).toBeLessThan(RECONNECT_LIMIT_MS)
  } finally {
    for (const client of clients) client.stop()
    await balancer.close()
  }
})
