/**
 * A reconnect storm (trust.md, "chat"): 500 clients write through a proxy to two nodes, one node is killed by
 * `kill -9`, half of its connections stay half-open. Every message is to be seen exactly once and in order by each
 * client, and all are to be connected and caught up again within 10 s. BENCH_CLIENTS tries it with fewer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { buildServer, type Node, startNode, startProxy } from '../server/test/nodes.ts'
import { makeTalkers, writeThroughStorm, wrongsOf } from '../server/test/storm.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 500)
const EACH = 15
const EVERY_MS = 2_000
const LIMIT_MS = 10_000

let app: TestApp
let nodes: [Node, Node]
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  nodes = await Promise.all([startNode(app), startNode(app)])
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await app.close()
})

test(`${CLIENTS} clients lose nothing when one of two nodes is killed`, async () => {
  const proxy = await startProxy(nodes.map(({ url }) => url))
  const talkers = await makeTalkers(app, proxy.url, CLIENTS / 2)
  try {
    const { cutOff, reconnectedMs } = await writeThroughStorm(talkers, {
      each: EACH,
      everyMs: EVERY_MS,
      strike: async () => {
        proxy.holdLost()
        await nodes[0].kill()
      },
    })
    const seen = talkers.reduce((sum, { shown }) => sum + shown.length, 0)
    const wrongs = wrongsOf(talkers, EACH)
    console.log(
      `storm: ${cutOff} of ${CLIENTS} clients cut off, all back after ${(reconnectedMs / 1_000).toFixed(1)} s; ${CLIENTS * EACH} messages, seen ${seen} times, ${wrongs.length} wrongs`,
    )
    expect(wrongs).toEqual([])
    expect(cutOff).toBeGreaterThan(CLIENTS / 4)
    expect(reconnectedMs).toBeLessThan(LIMIT_MS)
  } finally {
    for (const talker of talkers) talker.stop()
    await proxy.close()
  }
})
