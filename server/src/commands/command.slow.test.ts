import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { connectTo, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { readCommand } from './command.ts'
import { run as createAdmin } from './create-admin.ts'
import { run as verifyLedger } from './ledger-verify.ts'

const ADMIN = {
  args: ['--email', 'boss@example.test', '--name', 'The Boss'],
  input: 'correct horse 42\n',
}

let folder: string
const databases: TestDatabase[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-command-'))
})
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function open(create: () => Promise<TestDatabase>): Promise<string> {
  const database = await create()
  databases.push(database)
  return database.url
}

async function query(url: string, statement: string) {
  const client = await connectTo(url)
  return client.query(statement).finally(() => client.end())
}

async function writeSettings(lines: string): Promise<string> {
  const file = path.join(folder, 'settings.env')
  await writeFile(file, lines)
  return file
}

describe.each([
  ['create-admin', createAdmin, ADMIN],
  ['ledger:verify', verifyLedger, {}],
])('%s', (_name, run, given) => {
  test('refuses to create an embedded database', async () => {
    const dataDir = path.join(folder, 'data')
    const result = await runCommand(run, { ...given, env: { DATA_DIR: dataDir } })
    expect(result).toMatchObject({
      code: expect.any(Number),
      output: '',
      errors: `Database: the embedded one in ${dataDir}\nThere is no embedded database in ${dataDir}. Set DATABASE_URL to a server's database or use --env-file.\n`,
    })
    expect(result.code).not.toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('refuses a database without tables and leaves it empty', async () => {
    const url = await open(createEmptyDatabase)
    const { code, output, errors } = await runCommand(run, { ...given, env: { DATABASE_URL: url } })
    expect({ isRefused: code !== 0, output }).toEqual({ isRefused: true, output: '' })
    expect(errors).toContain(
      'This database has no Tendwell tables yet: run `npm run migrate` or `npm start` first.',
    )
    const tables = await query(url, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")
    expect(tables.rowCount).toBe(0)
  })

  test('refuses a database of another version', async () => {
    const url = await open(createTestDatabase)
    await query(url, "UPDATE drizzle.__drizzle_migrations SET hash = 'later' WHERE id = 1")
    const { errors } = await runCommand(run, { ...given, env: { DATABASE_URL: url } })
    expect(errors).toContain('This database was made by another build of Tendwell')
    await query(url, 'DELETE FROM drizzle.__drizzle_migrations WHERE id = 1')
    const { errors: pending } = await runCommand(run, { ...given, env: { DATABASE_URL: url } })
    expect(pending).toContain('This database is older than this version')
    expect((await query(url, 'SELECT FROM users')).rowCount).toBe(0)
  })
})

test('the first admin can be created in a migrated database, where there is nothing else to do yet', async () => {
  const url = await open(createTestDatabase)
  const env = { DATABASE_URL: url }
  expect(await runCommand(verifyLedger, { env })).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('This database has no accounts.'),
  })
  expect(await runCommand(createAdmin, { ...ADMIN, env })).toMatchObject({ code: 0 })
  expect(await runCommand(verifyLedger, { env })).toMatchObject({ code: 0 })
})

test('names the database without its password', async () => {
  const url = new URL(await open(createTestDatabase))
  const { errors } = await runCommand(createAdmin, { ...ADMIN, env: { DATABASE_URL: url.href } })
  expect(errors).toBe(`Database: ${url.pathname.slice(1)} on 127.0.0.1:${url.port}, as ${url.username}\n`)
  expect(errors).not.toContain(url.password)
})

describe('--env-file', () => {
  test('gives the settings that the environment lacks', async () => {
    const file = await writeSettings('PORT=4001\nDATA_DIR="./elsewhere" # a comment\n')
    const { config } = readCommand({ args: ['--env-file', file], env: { PORT: '4002' } }, {})
    expect(config).toMatchObject({ port: 4002, dataDir: './elsewhere' })
  })

  test('is checked like the environment', async () => {
    const file = await writeSettings('PORT=eighty\n')
    expect(() => readCommand({ args: ['--env-file', file], env: {} }, {})).toThrow('PORT: ')
  })

  test.each([
    ['a missing file', () => path.join(folder, 'none'), "can't be read: there is no such file."],
    ['a folder', () => folder, "can't be read: it is a folder."],
    ['an empty file', () => writeSettings(''), 'There are no settings in '],
    ['a file without settings', () => writeSettings('# PORT=4001\n'), 'There are no settings in '],
    ['no name', () => '', '--env-file needs the name of a file.'],
  ])('refuses %s instead of starting as the demo', async (_what, prepare, message) => {
    const args = ['--env-file', await prepare()]
    expect(() => readCommand({ args, env: {} }, {})).toThrow(message)
  })

  test('reads a file that begins with a byte order mark', async () => {
    const file = await writeSettings('\uFEFFPORT=4001\n')
    expect(readCommand({ args: ['--env-file', file], env: {} }, {}).config.port).toBe(4001)
  })

  test('names the database of a command', async () => {
    const url = await open(createTestDatabase)
    const file = await writeSettings(`DATABASE_URL=${url}\n`)
    const given = { ...ADMIN, args: [...ADMIN.args, '--env-file', file] }
    expect(await runCommand(createAdmin, given)).toMatchObject({ code: 0 })
    expect((await query(url, 'SELECT FROM users')).rowCount).toBe(1)
  })
})
