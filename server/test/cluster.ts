/** PostgreSQL servers of their own, for tests that fill, copy or kill one. */
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openEmbeddedPostgres, waitForEnd } from '@tendwell/embedded-postgres'
import { migrate } from '../src/migrate.ts'
import { makeTestFolder } from './folders.ts'
import { testSettings } from './global-setup.ts'

const END_LIMIT_MS = 60_000

export type TestCluster = {
  url: string
  dataDir: string
  /** Stops the server for as long as `work` takes. */
  whileStopped(work: () => Promise<unknown>): Promise<void>
  /** Stops the server and deletes its data. */
  drop(): Promise<void>
}

function open(dataDir: string, settings: Record<string, string>) {
  return openEmbeddedPostgres({ dataDir, settings: { ...testSettings, ...settings }, supervise: false })
}

/** Starts an empty, migrated server. @param settings override the ones of the test server */
export async function startCluster(settings: Record<string, string> = {}): Promise<TestCluster> {
  const dataDir = await makeTestFolder('cluster')
  let server = await open(dataDir, settings)
  await migrate(server.url)
  return {
    url: server.url,
    dataDir,
    async whileStopped(work) {
      await server.stop()
      await work()
      server = await open(dataDir, settings)
    },
    async drop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestReplica = {
  url: string
  /** Sends SIGKILL and waits for the server to end. */
  kill(): Promise<void>
  restart(): Promise<void>
  drop(): Promise<void>
}

/** Starts a streaming replica of a server, whose folder is copied while it is stopped. */
export async function startReplica(primary: TestCluster): Promise<TestReplica> {
  const dataDir = await makeTestFolder('cluster')
  const folder = path.join(dataDir, 'postgres')
  const source = path.join(primary.dataDir, 'postgres')
  await primary.whileStopped(() => promisify(execFile)('cp', ['-a', source, folder]))
  await writeFile(path.join(folder, 'standby.signal'), '')
  const { port, username, password } = new URL(primary.url)
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
  }
  let server = await open(dataDir, settings)
  return {
    url: server.url,
    async kill() {
      const [pid] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await waitForEnd(Number(pid), END_LIMIT_MS)
    },
    async restart() {
      server = await open(dataDir, settings)
    },
    async drop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
