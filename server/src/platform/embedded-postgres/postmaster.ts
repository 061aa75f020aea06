/** One running PostgreSQL server: finding it, starting it and stopping it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { type Cluster, childEnvironment } from './cluster.ts'
import { isAlive, pause, programName, waitForEnd } from './process.ts'

/** Recovery after a crash may take long; a start is given up only after this. */
const startTimeoutMs = 300_000
const fastShutdownMs = 30_000
const immediateShutdownMs = 10_000
const logRotationBytes = 10_000_000

/** A server process and where it listens. */
export interface Postmaster {
  pid: number
  port: number
  /** Set only when it is a child of this process. */
  child?: ChildProcess
}

/** What the lock file in the cluster tells, when the process it names lives. */
export interface PostmasterStatus extends Postmaster {
  ready: boolean
}

/**
 * Reads who runs a cluster.
 * @returns null when nobody does. A lock file that names a dead process is PostgreSQL's own business; one whose
 * number now belongs to another program would stop PostgreSQL for ever, so that one is removed.
 */
export async function readStatus(cluster: Cluster): Promise<PostmasterStatus | null> {
  const lockFile = path.join(cluster.folder, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const alive = await isAlive(pid)
  const program = await programName(pid)
  if (alive && (program === null || program.startsWith('postgres'))) {
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  }
  if (program !== null) await rm(lockFile, { force: true })
  return null
}

/**
 * Starts a server on a cluster and waits until it accepts connections. It runs in a session of its own, so that
 * Ctrl-C in a terminal reaches the application alone, which then stops the server in its turn.
 * @returns null when it ended at once, because the port was taken or another start was quicker.
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
    // TCP alone: the path of a socket may be at most 107 bytes long.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...settings,
  }
  const args = [
    '-D',
    cluster.folder,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // A file and no pipe: the server outlives this process when that is killed.
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(binaries.postgres, args, {
    ...cluster.account,
    cwd: '/',
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
 * Stops a server by a fast shutdown: sessions are ended, everything is written. One that hangs is ended without
 * ceremony, which costs it a recovery at its next start and no committed data.
 * @throws {Error} when it can't be ended.
 */
export async function stopPostmaster({ pid, child }: Postmaster): Promise<void> {
  // A child that has ended was waited for, so its number may be another process' by now.
  if (child && (child.exitCode !== null || child.signalCode !== null)) return
  signal(pid, 'SIGINT')
  if (await waitForEnd(pid, fastShutdownMs)) return
  signal(pid, 'SIGQUIT')
  if (await waitForEnd(pid, immediateShutdownMs)) return
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The port of the cluster's last start if it is free now, so that the address seldom changes; else any free one. */
export async function choosePort(cluster: Cluster): Promise<number> {
  const options = await readFile(path.join(cluster.folder, 'postmaster.opts'), 'utf8').catch(() => '')
  const last = Number(/"port=(\d+)"/.exec(options)?.[1])
  if (last > 0 && (await listen(last)) !== null) return last
  const port = await listen(0)
  if (port === null) throw new Error('No port is free on 127.0.0.1.')
  return port
}

function listen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}

/** Keeps the log file from growing for ever: beyond 10 MB it becomes `postgres.log.1`. */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logRotationBytes) await rename(logFile, `${logFile}.1`)
}

/** The end of the log, to say why a start failed. */
export async function logTail(logFile: string): Promise<string> {
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
