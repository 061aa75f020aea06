/** Starts the built product as its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const readyTimeoutMs = 240_000
const stopTimeoutMs = 60_000

interface Options {
  databaseUrl: string
  dataDir: string
  /** Where its output goes. */
  logFile: string
  /** Further environment variables. */
  settings?: Record<string, string>
}

export interface Product {
  url: string
  stop: () => Promise<void>
}

/** @throws {Error} with the product's output if it does not become ready */
export async function startProduct(options: Options): Promise<Product> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = await spawnServer(port, options)
  const stop = () => stopServer(server)
  if (await isReady(url, server)) return { url, stop }
  await stop()
  throw new Error(`The product did not become ready:\n${await readFile(options.logFile, 'utf8')}`)
}

async function spawnServer(port: number, options: Options): Promise<ChildProcess> {
  const { databaseUrl, dataDir, logFile, settings } = options
  await mkdir(path.dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile)
  await once(log, 'open')
  return spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.js')], {
    cwd: root,
    // The developer's own settings, such as SMTP_URL, must not reach the tests.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO_DATA: 'true',
      RATE_LIMITS: 'off',
      OVERLOAD_PROTECTION: 'off',
      // Families and caregivers of the tests are new, and are paid at once.
      PAYOUT_NEW_DAYS: '0',
      FIRST_WEEK_PAYMENTS_USD: '0',
      // A test sees its own changes at once.
      PAGE_CACHE_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', log, log],
  })
}

async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < readyTimeoutMs; ) {
    if (hasEnded(server)) return false
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

export function findFreePort(): Promise<number> {
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
