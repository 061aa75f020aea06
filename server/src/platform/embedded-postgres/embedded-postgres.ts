/**
 * The PostgreSQL that Tendwell brings along: made, started, watched and stopped as a child process, so that a fresh
 * clone runs with Node and npm alone. `docs/decisions/0001-embedded-postgresql.md` says why it is done this way.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { databaseAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, createCluster, readCluster, roleName } from './cluster.ts'
import {
  choosePort,
  logTail,
  type Postmaster,
  readStatus,
  rotateLog,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { pause } from './process.ts'
import { superviseCluster } from './supervision.ts'

const startAttempts = 8
const handoverTimeoutMs = 60_000

/** How to open the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** The folder for everything: `postgres` (the cluster) and `postgres.log` are made in it. */
  dataDir: string
  /** Gets a sentence for each thing worth an operator's notice; nothing of an ordinary start. */
  log?: (message: string) => void
  /** Settings of the server, by their names in postgresql.conf. */
  settings?: Record<string, string>
  /** False leaves a server that dies as it is; by default it is started again. */
  supervise?: boolean
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** A connection address with the password: never log it. */
  url: string
  /** True when another process had started the server. */
  adopted: boolean
  /** Stops the server, an adopted one too, and waits until it has ended. */
  stop(): Promise<void>
  /** Forgets the server and leaves it running, for those who only used it. */
  leave(): void
}

/**
 * Opens the database of a data folder: uses the server that runs on it, or starts one, making the cluster first
 * where there is none.
 * @throws {Error} with a sentence for the operator when that is impossible.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const settings = options.settings ?? {}
  const account = await databaseAccount()
  // Root's database account must be able to pass through; others have no business in the folder.
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
    url: addressOf(cluster, port, roleName),
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
    // Another start was quicker, the port was taken, or the sessions of a killed server have not all ended yet.
    await pause(50 * 2 ** attempt)
  }
  throw new Error(`PostgreSQL did not start on ${cluster.folder}:\n${await logTail(logFile)}`)
}

/** Takes over the server that runs on the cluster; waits for one that is just starting or stopping. */
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

/** Makes the database where it is missing, which proves on the way that the server takes our password. */
async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  try {
    await query(addressOf(cluster, port, roleName), 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(addressOf(cluster, port, 'postgres'), `CREATE DATABASE ${roleName}`).catch((failure) => {
      // 42P04 and 23505: another process makes it at this moment.
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

function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${roleName}:${cluster.password}@127.0.0.1:${port}/${database}`
}
