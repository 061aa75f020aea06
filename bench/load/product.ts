import { loadavg } from 'node:os'
import { type TestApp, testApp } from '../../server/test/app.ts'
import { startCluster } from '../../server/test/cluster.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import { buildServer, type ServerNode, startNode } from '../../server/test/nodes.ts'
import { isSmall } from './size.ts'

/** Unlike the other benches, this waits for the disk at each commit, as an installation does. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** The environment of `npm start`, behind a proxy that says where each call comes from. */
const SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  LOG_LEVEL: 'info',
  // With limits, a busy machine refuses most calls of a small run.
  RATE_LIMITS: isSmall ? 'off' : 'on',
  OVERLOAD_PROTECTION: isSmall ? 'off' : 'on',
  TRUST_PROXY: 'loopback',
}

export type LoadedProduct = {
  /** Fills the database and makes tokens; it runs no jobs. */
  app: TestApp
  start(settings?: Record<string, string>): Promise<ServerNode>
  close(): Promise<void>
}

/** A database, durable at full size, and the built server on it in processes of their own. */
export async function openProduct(): Promise<LoadedProduct> {
  await buildServer()
  const database = await (isSmall ? createTestDatabase() : startCluster(DURABLE))
  const app = await testApp({}, { databaseUrl: database.url })
  const nodes: ServerNode[] = []
  return {
    app,
    async start(settings = {}) {
      const node = await startNode(app, { ...SETTINGS, ...settings })
      nodes.push(node)
      return node
    },
    async close() {
      for (const node of nodes) await node.kill()
      await app.close()
      await database.drop()
    },
  }
}

/** A figure that a node's /metrics has without labels. */
async function readMetric({ url }: ServerNode, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

export const readMemoryMb = async (node: ServerNode): Promise<number> =>
  (await readMetric(node, 'process_resident_memory_bytes')) / 1e6

export const readCpuSeconds = (node: ServerNode) => readMetric(node, 'process_cpu_seconds_total')

/**
 * Samples a node's memory each second.
 * @returns a function that stops and returns the highest sample in MB
 */
export function watchMemory(node: ServerNode): () => Promise<number> {
  const samples: Promise<number>[] = []
  const timer = setInterval(() => samples.push(readMemoryMb(node)), 1_000)
  return async () => {
    clearInterval(timer)
    return Math.max(...(await Promise.all(samples)), await readMemoryMb(node))
  }
}

/** Says how busy the machine was, because figures from a busy one are worse. */
export const describeLoad = () => `load average ${loadavg()[0]?.toFixed(1)}`
