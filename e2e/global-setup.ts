/** Starts the built product for the browser tests, with its own port, database and data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const logFile = path.join(root, 'test-results', 'server.log')
const readyTimeoutMs = 120_000
const stopTimeoutMs = 20_000

/** Starts the product, or uses the running one at TENDWELL_URL. @returns the teardown, which Playwright calls after the tests */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.TENDWELL_URL) return async () => {}
  const dataDir = await mkdtemp(path.join(tmpdir(), `tendwell-e2e-${process.pid}-`))
  // When root runs the tests, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await start(port, dataDir)
  const tearDown = async () => {
    await stop(server)
    await stopDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(url, server)
  } catch (error) {
    await tearDown()
    throw error
  }
  process.env.TENDWELL_URL = url
  process.env.TENDWELL_DATA_DIR = dataDir
  return tearDown
}

async function start(port: number, dataDir: string): Promise<ChildProcess> {
  await mkdir(path.dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile)
  await once(log, 'open')
  return spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.js')], {
    cwd: root,
    // The developer's own settings, such as DATABASE_URL, must not reach the tests.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: 'true',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', log, log],
  })
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (const start = performance.now(); performance.now() - start < readyTimeoutMs; ) {
    if (hasEnded(server)) break
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The product did not become ready:\n${await readFile(logFile, 'utf8')}`)
}

/** Stops the product gracefully, so that it stops its database. */
async function stop(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

/** Stops the database that a killed product, or one that failed to start, leaves running. */
async function stopDatabase(dataDir: string): Promise<void> {
  const lockFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  const lock = () => readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(await lock(), 10)
  if (!(pid > 0)) return
  process.kill(pid, 'SIGINT')
  for (const start = performance.now(); (await lock()) && performance.now() - start < stopTimeoutMs; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
