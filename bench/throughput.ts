/**
 * What people do on a busy evening among 1,000 caregivers: searches, pages, lists, messages, requests and
 * payments. Calls come at fixed times, whether or not earlier calls have been answered, to one process on a
 * database that waits for the disk.
 *
 * - 100 calls a second for five minutes. Goals: p99 below 300 ms from the time a call was due, and no 5xx.
 *   Reports, without a goal, p99 of as many bare calls.
 * - Five times as many for a minute. Goals: only answers and 429 or 503 with Retry-After, `/healthz` within
 *   200 ms, and normal again within a second.
 * - The usual calls beside four times as many of one page, each with another search. Goals: as above, and the
 *   usual calls are answered, p99 within a second.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerNode } from '../server/test/nodes.ts'
import {
  type Arrival,
  type Call,
  countStatuses,
  countWrong,
  describeTimes,
  getQuantileMs,
  isAnswered,
  openArrivals,
  printByName,
  schedule,
} from './load/arrivals.ts'
import { makeMix, makePageCalls } from './load/mix.ts'
import { makePeople, type People } from './load/people.ts'
import {
  describeLoad,
  type LoadedProduct,
  openProduct,
  readCpuSeconds,
  readMemoryMb,
  watchMemory,
} from './load/product.ts'
import { isSmall, size } from './load/size.ts'

const DURATION_S = size(300, 2)
const OVERLOAD_S = size(60, 1)
const RATE = size(100, 10)
const OVERLOAD = 5
const WARM_UP_S = size(20, 1)
const PROBES_PER_SECOND = 10
const LIMITS_MS = { p99: 300, health: 200, recovery: 1_000, besidePages: 1_000 }

const [arrivals, prober] = [openArrivals(), openArrivals()]
let product: LoadedProduct
let people: People
let node: ServerNode
beforeAll(async () => {
  product = await openProduct()
  people = await makePeople(product.app)
  node = await product.start()
}, 20 * 60_000)
afterAll(async () => {
  arrivals.close()
  prober.close()
  await product.close()
})

const makeCalls = (seconds: number) => makeMix(product.app, people, RATE * seconds)
/** Sends calls, and probes `/healthz` meanwhile. */
async function runWithProbes(calls: (Call & { atMs: number })[]) {
  const probe = { name: 'healthz', method: 'GET', path: '/healthz' } as const
  const seconds = Math.ceil((calls.at(-1)?.atMs ?? 0) / 1_000)
  const probes = schedule(Array(seconds * PROBES_PER_SECOND).fill(probe), PROBES_PER_SECOND)
  const [answers, health] = await Promise.all([arrivals.run(node.url, calls), prober.run(node.url, probes)])
  return { answers, health }
}

test(`${RATE} calls a second for ${DURATION_S} s`, async () => {
  const bareCall = { name: 'bare', method: 'GET', path: '/healthz' } as const
  const bare = await arrivals.run(node.url, schedule(Array(RATE * WARM_UP_S).fill(bareCall), RATE))
  await arrivals.run(node.url, schedule(await makeCalls(WARM_UP_S), RATE))
  const calls = schedule(await makeCalls(DURATION_S), RATE)
  const idleMb = await readMemoryMb(node)
  const stopWatching = watchMemory(node)
  const cpuBefore = await readCpuSeconds(node)
  const answers = await arrivals.run(node.url, calls)
  const cpu = ((await readCpuSeconds(node)) - cpuBefore) / DURATION_S

  printByName(answers)
  console.log(
    `${RATE} calls a second: ${describeTimes(answers)} (bare calls: p99 ${getQuantileMs(bare, 0.99).toFixed(0)} ms); ${(100 * cpu).toFixed(0)} % of a core, ${idleMb.toFixed(0)} MB before, at most ${(await stopWatching()).toFixed(0)} MB; ${describeLoad()}`,
  )
  expect(countWrong(answers)).toEqual({})
  if (isSmall) return
  // Nobody exceeds a limit or asks for something that is gone, so a refusal would hide work.
  expect(countStatuses(answers.filter((answer) => !isAnswered(answer)))).toEqual({})
  expect(getQuantileMs(answers, 0.99)).toBeLessThan(LIMITS_MS.p99)
})

/** @returns the start of the first second, in ms, in which all calls are answered and p99 is normal */
function findRecovery(answers: readonly Arrival[], fromMs: number): number {
  for (let at = fromMs; answers.some(({ atMs }) => atMs >= at); at += 1_000) {
    const second = answers.filter(({ atMs }) => atMs >= at && atMs < at + 1_000)
    if (second.every(isAnswered) && getQuantileMs(second, 0.99) < LIMITS_MS.p99) return at - fromMs
  }
  return Number.POSITIVE_INFINITY
}

test(`${OVERLOAD * RATE} calls a second for ${OVERLOAD_S} s`, async () => {
  const endMs = OVERLOAD_S * 1_000
  const stopWatching = watchMemory(node)
  const { answers, health } = await runWithProbes([
    ...schedule(await makeCalls(OVERLOAD * OVERLOAD_S), OVERLOAD * RATE),
    ...schedule(await makeCalls(WARM_UP_S), RATE, endMs),
  ])
  const overload = answers.filter(({ atMs }) => atMs < endMs)
  const after = answers.filter(({ atMs }) => atMs >= endMs)
  const recoveryMs = findRecovery(after, endMs)
  printByName(overload)
  console.log(
    `${OVERLOAD * RATE} calls a second: ${describeTimes(overload)}, of those answered: ${describeTimes(overload.filter(isAnswered))}; healthz: ${describeTimes(health)}; normal again after ${recoveryMs} ms, then ${describeTimes(after)}; at most ${(await stopWatching()).toFixed(0)} MB; ${describeLoad()}`,
  )
  expect(countWrong(answers)).toEqual({})
  if (isSmall) return
  expect(getQuantileMs(health, 1)).toBeLessThan(LIMITS_MS.health)
  expect(recoveryMs).toBeLessThanOrEqual(LIMITS_MS.recovery)
})

test(`${RATE} calls a second beside ${(OVERLOAD - 1) * RATE} of one page`, async () => {
  const pages = makePageCalls((OVERLOAD - 1) * RATE * OVERLOAD_S)
  const calls = [
    ...schedule(await makeCalls(OVERLOAD_S), RATE),
    ...schedule(pages, (OVERLOAD - 1) * RATE),
  ].sort((a, b) => a.atMs - b.atMs)
  const { answers, health } = await runWithProbes(calls)
  const isPage = ({ name }: Arrival) => name === 'the flooded page'
  const usual = answers.filter((answer) => !isPage(answer))
  console.log(
    `beside ${(OVERLOAD - 1) * RATE} pages a second: ${describeTimes(usual)}; the page: ${describeTimes(answers.filter(isPage))}; healthz: ${describeTimes(health)}; ${describeLoad()}`,
  )
  expect(countWrong(answers)).toEqual({})
  if (isSmall) return
  expect(getQuantileMs(health, 1)).toBeLessThan(LIMITS_MS.health)
  expect(countStatuses(usual.filter((answer) => !isAnswered(answer)))).toEqual({})
  expect(getQuantileMs(usual, 0.99)).toBeLessThan(LIMITS_MS.besidePages)
})
