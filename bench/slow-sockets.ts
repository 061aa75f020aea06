/**
 * 500 connections that send a byte a second, stop in the middle, send what is no HTTP, or never answer the close of a
 * WebSocket. Goals: each is closed within 15 s, and meanwhile others are served as before: p99 of 50 calls a second stays
 * below 300 ms. SLOW_SOCKETS overrides the number. (Odd values in every field are tests:
 * `server/test/odd-input.slow.test.ts`.)
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeCaregiver } from '../server/test/factories/profiles.ts'
import { buildServer, type ServerNode, startNode } from '../server/test/nodes.ts'
import { measureSlowSocket, SLOW_KINDS } from '../server/test/slow-sockets.ts'
import { type Call, describeTimes, getQuantile, openArrivals, schedule } from './load/arrivals.ts'
import { describeLoad } from './load/product.ts'

const SOCKETS = Number(process.env.SLOW_SOCKETS ?? 500)
const RATE = 50
const SECONDS = 15
const CLOSED_LIMIT_MS = 15_000
const P99_LIMIT_MS = 300

const arrivals = openArrivals()
let app: TestApp
let node: ServerNode
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  node = await startNode(app, { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
})
afterAll(async () => {
  arrivals.close()
  await node.kill()
  await app.close()
})

test(`${SOCKETS} slow and malformed sockets`, async () => {
  const { id } = await makeCaregiver(app)
  const read = (index: number): Call => ({
    name: 'a read',
    method: 'GET',
    path: `/api/auth/caregivers/${id}`,
    address: `10.1.0.${index % 250}`,
  })
  const reads = schedule(
    Array.from({ length: RATE * SECONDS }, (_, index) => read(index)),
    RATE,
  )
  const alone = await arrivals.run(node.url, reads)
  const kinds = Array.from({ length: SOCKETS }, (_, index) => SLOW_KINDS[index % SLOW_KINDS.length] as string)
  const [beside, closed] = await Promise.all([
    arrivals.run(node.url, reads),
    Promise.all(kinds.map((kind) => measureSlowSocket(node.url, kind, 2 * CLOSED_LIMIT_MS))),
  ])
  const slowestMs = Math.max(...closed.map((ms) => ms ?? Number.POSITIVE_INFINITY))
  console.log(
    `${SOCKETS} sockets closed, the last after ${(slowestMs / 1_000).toFixed(1)} s; reads beside them: ${describeTimes(beside)}, alone: ${describeTimes(alone)}; ${describeLoad()}`,
  )
  expect(slowestMs).toBeLessThan(CLOSED_LIMIT_MS)
  expect(beside.filter(({ status }) => status !== 200)).toEqual([])
  expect(getQuantile(beside, 0.99)).toBeLessThan(P99_LIMIT_MS)
})
