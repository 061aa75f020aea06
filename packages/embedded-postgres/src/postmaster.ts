/** Finds, starts and stops a PostgreSQL server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { type Cluster, childEnvironment } from './cluster.ts'
import { findProgramName, isAlive, pause, waitForEnd } from './process.ts'

/** A long time, because a start after a crash includes recovery. */
const startTimeoutMs = 300_000
const fastShutdownMs = 30_000
const immediateShutdownMs = 10_000
const logRotationBytes = 10_000_000

/** A server process and where it listens. */
export interface Postmaster {
  pid: number
  port: number
  /** Set only if this process started it. */
  child?: ChildProcess
}

/** The server that the cluster's lock file names, if it is alive. */
export interface PostmasterStatus extends Postmaster {
  ready: boolean
}

/**
 * Reads the lock file of a cluster. The lock file of a dead process may name a pid that belongs to another
 * program by now. PostgreSQL would not start then, so this removes such a lock file.
 * @returns null if no server runs on the cluster
 */
export async function readStatus(cluster: Cluster): Promise<PostmasterStatus | null> {
  const lockFile = path.join(cluster.folder, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const alive = await isAlive(pid)
  const program = await findProgramName(pid)
  if (alive && (program === null || program.startsWith('postgres'))) {
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  }
  if (program !== null) await rm(lockFile, { force: true })
  return null
}

/**
 * Starts a server on a cluster and waits until it accepts connections. It runs in its own session, so that
 * Ctrl-C in a terminal reaches only the application, which then stops the server.
 * @returns null if the server exited, because the port is taken or another server started first
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  port: number,
  settings: Record<string, string>,
  logFile: string,
): Promise<Postmaster | null> {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // TCP only, because the path of a Unix socket is limited to 107 bytes.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Without the DETAIL of errors, which has values of rows such as addresses and names.
    log_error_verbosity: 'terse',
    ...settings,
  }
  const args = [
    '-D',
    cluster.programPath,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // Logs to a file and not to a pipe, because the server goes on running if this process is killed.
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(binaries.postgres, args, {
    ...cluster.account,
    cwd: cluster.folder,
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<'ended'>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve('ended'))
  })
  child.unref()
  const ready = await Promise.race([ended, waitUntilReady(cluster, child)])
  if (ready === 'ended' || child.pid === undefined) return null
  return { pid: child.pid, port, child }
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess): Promise<'ready'> {
  const start = performance.now()
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readStatus(cluster)
    if (status?.pid === child.pid && status?.ready) return 'ready'
    if (performance.now() - start > startTimeoutMs) throw new Error('PostgreSQL did not become ready.')
    await pause(10)
  }
  return 'ready'
}

/**
 * Stops a server with a fast shutdown. If that hangs, it uses an immediate one, which loses no committed data
 * but makes the next start run recovery.
 * @throws {Error} if it doesn't stop
 */
export async function stopPostmaster({ pid, child }: Postmaster): Promise<void> {
  // The pid of a child that has ended may belong to another process by now.
  if (child && (child.exitCode !== null || child.signalCode !== null)) return
  sendSignal(pid, 'SIGINT')
  if (await waitForEnd(pid, fastShutdownMs)) return
  sendSignal(pid, 'SIGQUIT')
  if (await waitForEnd(pid, immediateShutdownMs)) return
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * @returns the port that the cluster had before, if it is free, so that the URL rarely changes; otherwise any
 *   free port
 */
export async function choosePort(cluster: Cluster): Promise<number> {
  const options = await readFile(path.join(cluster.folder, 'postmaster.opts'), 'utf8').catch(() => '')
  const earlierPort = Number(/"port=(\d+)"/.exec(options)?.[1])
  if (earlierPort > 0 && (await findFreePort(earlierPort)) !== null) return earlierPort
  const port = await findFreePort(0)
  if (port === null) throw new Error('No port is free on 127.0.0.1.')
  return port
}

/** Listens for a moment on a port, or with 0 on any free one. @returns the port; null if it is taken */
function findFreePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}

/** Renames a log file larger than 10 MB to `postgres.log.1`. */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logRotationBytes) await rename(logFile, `${logFile}.1`)
}

/** Reads the end of the log, which says why a start failed. */
export async function readLogTail(logFile: string): Promise<string> {
  const file = await open(logFile, 'r').catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const length = Math.min(size, 2_000)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8').trim().split('\n').slice(-8).join('\n')
  } finally {
    await file.close()
  }
}
