/**
 * HAProxy, which asks two nodes every 2 s whether they are ready, sends them the calls of a busy evening: 500
 * a second for a minute. Goals: it never declares a node dead, and callers get only answers and 429 or 503
 * with Retry-After.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findProgram } from '../scripts/debian.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import type { ServerNode } from '../server/test/nodes.ts'
import { countWrong, describeTimes, isAnswered, openArrivals, schedule } from './load/arrivals.ts'
import { makeMix } from './load/mix.ts'
import { makePeople, type People } from './load/people.ts'
import { describeLoad, type LoadedProduct, openProduct } from './load/product.ts'
import { size } from './load/size.ts'

const RATE = size(500, 10)
const DURATION_S = size(60, 2)

type Proxy = { url: string; countDowns(): Promise<number[]>; close(): Promise<void> }

/** Starts HAProxy with the settings of `deploy/`. */
async function startProxy(first: ServerNode, second: ServerNode): Promise<Proxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'))
  const [port, socket] = [await findFreePort(), path.join(folder, 'stats')]
  const ownSettings = path.join(folder, 'own.cfg')
  await writeFile(ownSettings, `global\n\tstats socket ${socket}\n`)
  const { path: program, env } = await findProgram('haproxy')
  const child: ChildProcess = spawn(program, ['-db', '-f', ownSettings, '-f', 'deploy/haproxy.cfg'], {
    env: {
      ...env,
      BIND: `127.0.0.1:${port}`,
      WEB_1: new URL(first.url).host,
      WEB_2: new URL(second.url).host,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const readStats = () => {
    const connection = net.connect(socket)
    connection.end('show stat\n')
    return text(connection)
  }
  const countDowns = async () => {
    const [header, ...rows] = (await readStats())
      .slice(2)
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const at = header?.indexOf('chkdown') ?? -1
    return rows
      .filter((row) => row[0] === 'calls' && row[1]?.startsWith('web-'))
      .map((row) => Number(row[at]))
  }
  await vi.waitFor(readStats, { timeout: 10_000 })
  return {
    url: `http://127.0.0.1:${port}`,
    countDowns,
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

const arrivals = openArrivals()
let product: LoadedProduct
let people: People
let proxy: Proxy
beforeAll(async () => {
  product = await openProduct()
  people = await makePeople(product.app)
  proxy = await startProxy(await product.start(), await product.start())
}, 20 * 60_000)
afterAll(async () => {
  arrivals.close()
  await proxy?.close()
  await product.close()
})

test(`no node is declared dead at ${RATE} calls a second`, async () => {
  const calls = schedule(await makeMix(product.app, people, RATE * DURATION_S), RATE)
  const answers = await arrivals.run(proxy.url, calls)
  const downs = await proxy.countDowns()
  console.log(
    `through a proxy at ${RATE} calls a second: ${describeTimes(answers)}, of those answered: ${describeTimes(answers.filter(isAnswered))}; declared dead: ${downs.join(' and ')} times; ${describeLoad()}`,
  )
  expect(countWrong(answers)).toEqual({})
  expect(downs).toEqual([0, 0])
})
