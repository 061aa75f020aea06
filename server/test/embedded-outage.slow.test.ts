/** The embedded PostgreSQL is killed while the server runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { buildServer } from './nodes.ts'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

beforeAll(buildServer)

/** Kills PostgreSQL once the server is ready. @returns the messages logged until it runs again */
async function readLogDuringOutage(server: AsyncIterable<string>, dataDir: string): Promise<string[]> {
  const messages: string[] = []
  for await (const line of server) {
    if (line.includes('is ready: ')) {
      const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    }
    if (line.startsWith('{')) messages.push(JSON.parse(line).msg)
    if (messages.includes('PostgreSQL is running again.')) return messages
  }
  throw new Error(`The server exited: ${messages.join('\n')}`)
}

test('restarts the embedded database and logs it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-embedded-'))
  const server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO_DATA: 'false',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    const messages = await readLogDuringOutage(createInterface({ input: server.stdout }), dataDir)
    expect(messages).toContain('PostgreSQL exited unexpectedly. Restarting it.')
  } finally {
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
})
