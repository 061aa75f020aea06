/** The built product as a process of its own, on the database and the files of a test app: it can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app.ts'

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))

export type RealServer = {
  url: string
  pid: number
  /** Ends it at once, with whatever it was about to do. */
  kill(): Promise<void>
}

/** Starts it; access tokens of the test app are good there as well. @throws Error when it does not come up */
export async function realServer({ databaseUrl, appSecret, deps }: TestApp): Promise<RealServer> {
  if (!existsSync(program)) throw new Error('Build the product first: npm run build')
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: deps.config.dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: appSecret,
      DEMO_DATA: 'false',
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: 'off',
      // As `npm start` sets it.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** It says where it listens as soon as it does. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const [, address] = /is ready: (\S+)/.exec(said) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The product ended:\n${said}`)))
  })
}
