/** The database that the product brings along dies under it: it is started again, and the operator can read of it. */
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

beforeAll(buildServer, 120_000)

/** What is logged from a killing of the database until it runs again. */
async function saidOf(product: AsyncIterable<string>, dataDir: string): Promise<string[]> {
  const said: string[] = []
  for await (const line of product) {
    if (line.includes('is ready: ')) {
      const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    }
    if (line.startsWith('{')) said.push(JSON.parse(line).msg)
    if (said.includes('PostgreSQL runs again.')) return said
  }
  throw new Error(`The product ended: ${said.join('\n')}`)
}

test('that the embedded database was started again is in the log', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-embedded-'))
  const product = spawn(process.execPath, [main], {
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
  const ended = once(product, 'exit')
  try {
    const said = await saidOf(createInterface({ input: product.stdout }), dataDir)
    expect(said).toContain('PostgreSQL has ended unexpectedly; it is started again.')
  } finally {
    product.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
})
