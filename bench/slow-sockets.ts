/**
 * 500 connections that send a byte a second, stop in the middle, send what is no HTTP, or never answer the
 * close of a WebSocket. Goals: each is closed within 15 s, and meanwhile others are served as before: p99 of
 * 50 calls a second stays below 300 ms. (Odd values in every field are tests.)
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeCaregiver } from '../server/test/factories/profiles.ts'
import { buildServer, type ServerNode, startNode } from '../server/test/nodes.ts'
import { measureSlowSocket, SLOW_KINDS } from '../server/test/slow-sockets.ts'
import {
  type Arrival,
  type Call,
  describeTimes,
  getQuantileMs,
  openArrivals,
  schedule,
} from './load/arrivals.ts'
import { describeLoad } from './load/product.ts'
import { isSmall, size } from './load/size.ts'

const SOCKETS = size(500, 20)
const RATE = size(50, 10)
const SECONDS = size(15, 1)
const CLOSED_LIMIT_MS = 15_000
const WATCHED_MS = size(30_000, 1_000)
const P99_LIMIT_MS = 300

const arrivals = openArrivals()
let app: TestApp
let node: ServerNode
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  const limits = isSmall ? 'off' : 'on'
  node = await startNode(app, {
    RATE_LIMITS: limits,
    OVERLOAD_PROTECTION: limits,
    TRUST_PROXY: 'loopback',
  })
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
    Promise.all(kinds.map((kind) => measureSlowSocket(node.url, kind, WATCHED_MS))),
  ])
  const slowestMs = Math.max(...closed.map((ms) => ms ?? Number.POSITIVE_INFINITY))
  console.log(
    `${SOCKETS} sockets closed, the last after ${(slowestMs / 1_000).toFixed(1)} s; reads beside them: ${describeTimes(beside)}, alone: ${describeTimes(alone)}; ${describeLoad()}`,
  )
  // A busy machine refuses some.
  const isServed = ({ status }: Arrival) => status === 200 || (isSmall && status === 503)
  expect([...alone, ...beside].filter((answer) => !isServed(answer))).toEqual([])
  if (isSmall) return
  expect(slowestMs).toBeLessThan(CLOSED_LIMIT_MS)
  expect(getQuantileMs(beside, 0.99)).toBeLessThan(P99_LIMIT_MS)
})
