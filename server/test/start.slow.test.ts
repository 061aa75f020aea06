/** The built server is started and stopped by an operator. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openDatabaseSource } from '../src/platform/database/source.ts'
import { requireFreePort } from '../src/platform/http/listen-check.ts'
import { connectTo, createTestDatabase } from './database.ts'
import { buildServer, serverMain } from './nodes.ts'

/** What a file in a bucket may take. Naming the store takes 5 s, and a busy machine's start some more. */
const FILE_LIMIT_MS = 30_000

let folder: string
let dataDir: string
beforeAll(buildServer)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-start-'))
  dataDir = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts it in another folder, as a service would. */
function start(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [serverMain], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits until it has printed this. @returns what it printed until then */
async function waitForOutput({ stdout }: ChildProcess, wanted: string): Promise<string> {
  let output = ''
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk
    if (output.includes(wanted)) return output
  }
  throw new Error(`It ended without “${wanted}”: ${output}`)
}

/** Waits until the demo has so many. */
async function waitForUsers(wanted: number): Promise<void> {
  const source = await openDatabaseSource({ dataDir })
  const client = await connectTo(source.url)
  for (let found = 0; found < wanted; ) {
    const { rows } = await client.query<{ found: number }>('SELECT count(*)::int AS found FROM users')
    found = rows[0]?.found ?? 0
  }
  await client.end()
  await source.close()
}

async function waitForEnd(server: ChildProcess) {
  const [[code], output, errors] = await Promise.all([
    once(server, 'exit'),
    text(server.stdout as NodeJS.ReadableStream),
    text(server.stderr as NodeJS.ReadableStream),
  ])
  return { code, output, errors }
}

test('notices a port in use before it creates a database', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const ended = await waitForEnd(start({ PORT: String(port) }))
  expect(ended).toEqual({
    code: 1,
    output: '',
    errors: `PORT: ${port} on 127.0.0.1 is in use, perhaps by another Tendwell. Stop that program, or set PORT.\n`,
  })
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  other.close()
})

test('says which address is not this machine’s', async () => {
  await expect(requireFreePort({ host: '203.0.113.7', port: 0 })).rejects.toThrow(
    'HOST: 203.0.113.7 is no address of this machine. 0.0.0.0 listens on all of them.',
  )
})

test('ends with one sentence, without a stack and without the password, when the database refuses it', async () => {
  const url = new URL(inject('databaseServerUrl'))
  url.password = 'not-the-password'
  expect(await waitForEnd(start({ DATABASE_URL: url.href }))).toEqual({
    code: 1,
    output: '',
    errors: 'DATABASE_URL: the server refuses the user "tendwell" or their password.\n',
  })
})

test('says that the store of the files hangs, and does not wait for as long as a file may take', async () => {
  const database = await createTestDatabase()
  const silent = net.createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as net.AddressInfo
  const startedMs = performance.now()
  const ended = await waitForEnd(
    start({
      DATABASE_URL: database.url,
      DEMO_DATA: 'false',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'care-files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
  )
  expect(ended).toMatchObject({ code: 1, output: '' })
  const problem = `The store of the bucket care-files, http://127.0.0.1:${port}, does not answer.`
  // The library may warn about Node's version before.
  expect(ended.errors).toMatch(/S3_ENDPOINT, and whether the store is up\.\n$/)
  expect(ended.errors).toContain(problem)
  expect(performance.now() - startedMs).toBeLessThan(FILE_LIMIT_MS)
  silent.close()
  await database.drop()
})

test('names the folder that it may not use', async () => {
  const folder = `${serverMain}/data`
  expect(await waitForEnd(start({ DATA_DIR: folder }))).toEqual({
    code: 1,
    output: '',
    errors: `${folder} can't be used (ENOTDIR). Check DATA_DIR, and which account owns that folder.\n`,
  })
})

test.each([
  ['reads its settings from a pipe', '--', /^Invalid settings:\n {2}PORT: must be /],
  // Node 20 reads the pipe itself and leaves nothing.
  [
    'never starts as the demo on a pipe that Node has emptied',
    '',
    /no settings in \/dev\/fd\/|PORT: must be /,
  ],
])('%s', async (_title, separator, message) => {
  const script = 'exec "$0" "$1" $2 --env-file <(echo PORT=eighty)'
  const server = spawn('bash', ['-c', script, process.execPath, serverMain, separator], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = await waitForEnd(server)
  expect(ended).toMatchObject({ code: 1, output: '' })
  expect(ended.errors).toMatch(message)
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('ends quietly when it is stopped while it fills the database with the demo, can start again and restarts its database', async () => {
  const first = start({})
  await waitForOutput(first, 'filling the database')
  await waitForUsers(20)
  first.kill('SIGTERM')
  expect(await waitForEnd(first)).toEqual({ code: 0, output: '', errors: '' })

  // Started again, the server outlives its database, which it starts again too.
  const second = start({ DEMO_DATA: 'false', LOG_LEVEL: 'warn', LOG_LEVLE: 'error' })
  const started = await waitForOutput(second, 'Tendwell is ready')
  expect(started).toContain('LOG_LEVLE: is no setting; did you mean LOG_LEVEL?')
  const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const outage = await waitForOutput(second, 'PostgreSQL is running again.')
  expect(outage).toContain('PostgreSQL exited unexpectedly. Restarting it.')
  second.kill('SIGTERM')
  expect((await waitForEnd(second)).code).toBe(0)
})
