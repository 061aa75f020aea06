/**
 * Runs PostgreSQL as a child process, so that an application needs no database server.
 * @see docs/decisions/0001-embedded-postgresql.md
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { findDatabaseAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, createCluster, readCluster, roleName } from './cluster.ts'
import {
  choosePort,
  type Postmaster,
  readLogTail,
  readStatus,
  rotateLog,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { pause } from './process.ts'
import { superviseCluster } from './supervision.ts'

const startAttempts = 8
const handoverTimeoutMs = 60_000

export interface EmbeddedPostgresOptions {
  /** The folder for `postgres` (the cluster) and `postgres.log`. It is created if it is missing. */
  dataDir: string
  /** Gets messages for the operator; none during a normal start. */
  log?: (message: string) => void
  /** Server settings, by their names in postgresql.conf. */
  settings?: Record<string, string>
  /** Restarts a server that dies. Default: true. */
  supervise?: boolean
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** A connection address with the password: never log it. */
  url: string
  /** True if another process started the server. */
  adopted: boolean
  /** Stops the server, even an adopted one, and waits until it has ended. */
  stop(): Promise<void>
  /** Stops supervising the server, which goes on running. */
  leave(): void
}

/**
 * Opens the database of a data folder: adopts the server that another process started on it, or starts one.
 * Creates the cluster if there is none.
 * @throws {Error} with a message for the operator, if the database can't be created, started or reached
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const settings = options.settings ?? {}
  const account = await findDatabaseAccount()
  // If this process is root, the database's account must be able to search the folder.
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
  let binaries = await findBinaries(account)
  let cluster = await readCluster(dataDir, binaries)
  if (!cluster) {
    await createCluster(dataDir, binaries, account, settings.fsync !== 'off')
    cluster = await readCluster(dataDir, binaries)
  }
  if (!cluster) throw new Error(`The database in ${dataDir} could not be created.`)
  if (cluster.account && cluster.account.uid !== account?.uid) binaries = await findBinaries(cluster.account)

  const logFile = path.join(dataDir, 'postgres.log')
  await rotateLog(logFile)
  const postmaster = await adoptOrStart(cluster, binaries, settings, logFile)
  const { port } = postmaster
  const supervision = superviseCluster({
    cluster,
    postmaster,
    enabled: options.supervise ?? true,
    log: options.log ?? (() => {}),
    start: () => startPostmaster(cluster, binaries, port, settings, logFile),
  })
  return {
    url: toUrl(cluster, port, roleName),
    adopted: postmaster.child === undefined,
    async stop() {
      const running = await supervision.end()
      if (running && (running.child || (await readStatus(cluster))?.pid === running.pid)) {
        await stopPostmaster(running)
      }
    },
    leave: () => void supervision.end(),
  }
}

async function adoptOrStart(
  cluster: Cluster,
  binaries: Binaries,
  settings: Record<string, string>,
  logFile: string,
): Promise<Postmaster> {
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const adopted = await adopt(cluster)
    if (adopted) return adopted
    const port = await choosePort(cluster)
    const started = await startPostmaster(cluster, binaries, port, settings, logFile)
    if (started) {
      await ensureDatabase(cluster, port)
      return started
    }
    // Another process started it first, the port is taken, or a killed server's sessions have not all ended.
    await pause(50 * 2 ** attempt)
  }
  throw new Error(`PostgreSQL did not start on ${cluster.folder}:\n${await readLogTail(logFile)}`)
}

/**
 * Adopts the server that runs on the cluster. Waits for a server that is starting or stopping.
 * @returns null if no server runs
 */
async function adopt(cluster: Cluster): Promise<Postmaster | null> {
  const start = performance.now()
  let failure: unknown
  while (performance.now() - start < handoverTimeoutMs) {
    const status = await readStatus(cluster)
    if (!status) return null
    if (status.ready) {
      try {
        await ensureDatabase(cluster, status.port)
        return { pid: status.pid, port: status.port }
      } catch (error) {
        failure = error
        if ((error as { code?: string }).code === '28P01') break
      }
    }
    await pause(50)
  }
  throw new Error(`A PostgreSQL server is running on ${cluster.folder} but rejects our connection.`, {
    cause: failure,
  })
}

/** Creates the database if it is missing. @throws the server's error if it refuses our password */
async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  try {
    await query(toUrl(cluster, port, roleName), 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(toUrl(cluster, port, 'postgres'), `CREATE DATABASE ${roleName}`).catch((failure) => {
      // 42P04 and 23505: another process is creating it.
      if (!['42P04', '23505'].includes(failure.code)) throw failure
    })
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}

function toUrl(cluster: Cluster, port: number, database: string): string {
  return `postgres://${roleName}:${cluster.password}@127.0.0.1:${port}/${database}`
}
