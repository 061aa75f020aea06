/** PostgreSQL is restarted, killed, frozen, full and read-only. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSmall, size } from '../bench/load/size.ts'
import { pause } from './load/calls.ts'
import { findPostgres, listPostgres } from './stage/postgres.ts'
import { kill, type Stage, startStage } from './stage/stage.ts'

const RECOVERY_LIMIT_MS = 5_000
const FROZEN_MS = size(30_000, 1_000)
const FULL_MS = size(15_000, 1_000)
const READ_ONLY_MS = size(15_000, 1_000)

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.close())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: stage.settings.DATABASE_URL })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(statement: string): Promise<void> {
  const client = await connect()
  await client.query(statement).finally(() => client.end())
}

async function freeze(ms: number): Promise<void> {
  const processes = await listPostgres(stage.topology, 'postgres')
  for (const pid of processes) kill(pid, 'SIGSTOP')
  await pause(ms)
  for (const pid of processes) kill(pid, 'SIGCONT')
}

/** Takes every connection, those of the nodes included, and gives them back after this time. */
async function takeConnections(ms: number): Promise<void> {
  const taken = [await connect()]
  for (const end = Date.now() + ms; Date.now() < end; ) {
    await taken[0]?.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tendwell%'",
    )
    for (let client: pg.Client | null = null; ; taken.push(client)) {
      client = await connect().catch(() => null)
      if (!client) break
    }
    await pause(100)
  }
  await Promise.all(taken.map((client) => client.end()))
}

const faults = [
  {
    name: 'PostgreSQL restarted',
    run: async () => kill(await findPostgres(stage.topology, 'postgres'), 'SIGINT'),
  },
  {
    name: 'kill -9 of PostgreSQL',
    run: async () => kill(await findPostgres(stage.topology, 'postgres'), 'SIGKILL'),
  },
  { name: `PostgreSQL frozen for ${FROZEN_MS / 1_000} s`, run: () => freeze(FROZEN_MS) },
  { name: 'PostgreSQL out of connections', run: () => takeConnections(FULL_MS) },
  {
    name: 'PostgreSQL read-only',
    async run() {
      await query('ALTER SYSTEM SET default_transaction_read_only = on')
      await query('SELECT pg_reload_conf()')
      await pause(READ_ONLY_MS)
      await query('ALTER SYSTEM RESET default_transaction_read_only')
      await query('SELECT pg_reload_conf()')
    },
  },
]

test.each(faults)('$name: nothing is lost, and calls succeed again within 5 s', async (fault) => {
  const { recoveredMs } = await stage.breakUnderLoad(fault)
  if (!isSmall) expect(recoveredMs).toBeLessThan(RECOVERY_LIMIT_MS)
})
