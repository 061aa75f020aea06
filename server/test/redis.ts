/** A Redis server that tests can kill, freeze and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from '../../scripts/debian.mjs'
import { findFreePort } from '../../scripts/free-port.mjs'
import type { Certificate } from './certificate.ts'

const PASSWORD = 'a-password-of-tests'

export type TestRedis = {
  /** For `REDIS_URL`. */
  url: string
  /** Sends SIGKILL and waits for the process to exit. */
  kill(): Promise<void>
  /** Keeps connections open but answers nothing. */
  freeze(): void
  /** Ends a freeze, or starts a killed server again: empty, at the same address. */
  restore(): Promise<void>
}

/**
 * Starts a Redis server that stores nothing on disk.
 * @param secure for TLS with this certificate, and an account that may do only what the operations guide
 *   gives it
 */
export async function startRedis(secure?: Certificate): Promise<TestRedis> {
  const { path, env } = await findProgram('redis-server')
  const port = await findFreePort()
  const options = [
    ...['--bind', '127.0.0.1', '--save', '', '--daemonize', 'no', '--port', secure ? '0' : String(port)],
    ...(secure ? listSecureOptions(secure, port) : []),
  ]
  const start = async () => {
    const child = spawn(path, options, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await waitForReadiness(child)
    return child
  }
  let child = await start()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    url: secure ? `rediss://tendwell:${PASSWORD}@127.0.0.1:${port}` : `redis://127.0.0.1:${port}`,
    async kill() {
      if (!isRunning()) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    freeze() {
      child.kill('SIGSTOP')
    },
    async restore() {
      if (isRunning()) child.kill('SIGCONT')
      else child = await start()
    },
  }
}

/** @see docs/operations.md#redis-or-valkey */
function listSecureOptions({ authority, certificate, key }: Certificate, port: number): string[] {
  const tls = {
    port,
    'auth-clients': 'no',
    'ca-cert-file': authority,
    'cert-file': certificate,
    'key-file': key,
  }
  return [
    ...Object.entries(tls).flatMap(([name, value]) => [`--tls-${name}`, String(value)]),
    ...['--user', 'default', 'off'],
    ...['--user', 'tendwell', 'on', `>${PASSWORD}`, '~tendwell:*', '&tendwell:*', '+@all', '-@admin'],
  ]
}

async function waitForReadiness(child: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Redis exited (${code}): ${output}`)))
  })
}
