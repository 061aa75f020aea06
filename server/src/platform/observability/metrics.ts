import type { SQL } from 'drizzle-orm'
import type { Redis } from 'ioredis'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { DatabaseProbe } from '../database/probe.ts'
import type { Replica } from '../database/replica.ts'
import { VERSION } from '../version.ts'

/** How long a scrape of the metrics waits for the database. */
const QUERY_LIMIT_MS = 1_000

export type Metrics = {
  registry: Registry
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>
  /** Adds a figure that this process knows. It is missing in the metrics while `read` returns null. */
  addFigure(name: string, help: string, read: () => number | null): void
  /**
   * Adds a figure that is read from the database at each scrape. Each row of the query has a `value` and the
   * labels. The figure is missing in the metrics while the database doesn't answer.
   */
  addQuery(figure: { name: string; help: string; labels?: string[]; query: () => SQL }): void
}

/** Creates the metrics of this process: its own, and those that the features add. */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    counter: (name, help, labels) => new Counter({ name, help, labelNames: labels, registers }),
    addFigure(name, help, read) {
      const collect = () => {
        const value = read()
        if (value === null) gauge.remove({})
        else gauge.set(value)
      }
      const gauge: Gauge = new Gauge({ name, help, registers, collect })
    },
    addQuery({ name, help, labels = [], query }) {
      const collect = async () => {
        const rows = await readRows(database, query()).catch(() => [])
        gauge.reset()
        // For a figure without labels, `reset` writes a zero, which would be wrong without an answer.
        if (labels.length === 0) gauge.remove({})
        for (const { value, ...labelValues } of rows) gauge.set(labelValues, Number(value))
      }
      const gauge: Gauge = new Gauge({ name, help, labelNames: labels, registers, collect })
    },
  }
}

type Row = { value: number | string }

/** @throws Error if the database doesn't answer within a second */
async function readRows(database: Database, query: SQL): Promise<Row[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer')), QUERY_LIMIT_MS)
  })
  const { rows } = await Promise.race([database.execute<Row>(query), timeout]).finally(() =>
    clearTimeout(timer),
  )
  return rows
}

/**
 * Adds figures of the process: the version, the database and its connections, the storage, replica and Redis.
 */
export function measureProcess(
  { registry, addFigure }: Metrics,
  {
    database: { $client: pool },
    probe,
    storageState,
    replica,
    redis,
  }: {
    database: Database
    probe: DatabaseProbe
    storageState: () => 'ok' | 'full' | 'unavailable'
    replica: Replica
    redis: Redis | null
  },
): void {
  const build = new Gauge({
    name: 'tendwell_build_info',
    help: 'The running version',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  build.set({ version: VERSION, node: process.version }, 1)
  // Asks the probe and not the pool, whose connections may all be busy.
  addFigure('tendwell_database_up', 'Whether the database answers', () =>
    Number(probe.state() !== 'unavailable'),
  )
  addFigure('tendwell_storage_up', 'Whether files can be stored', () => Number(storageState() === 'ok'))
  addFigure('tendwell_database_connections', 'Open connections of the pool', () => pool.totalCount)
  addFigure('tendwell_database_connections_idle', 'Connections that nobody uses', () => pool.idleCount)
  addFigure('tendwell_database_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  addFigure('tendwell_replica_used', 'Whether reads run on the replica, where one is configured', () => {
    const isUsed = replica.isUsed()
    return isUsed === null ? null : Number(isUsed)
  })
  addFigure(
    'tendwell_redis_up',
    'Whether Redis is connected, where it is configured',
    () => redis && Number(redis.status === 'ready'),
  )
}
