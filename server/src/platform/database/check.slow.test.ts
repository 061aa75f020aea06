import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { requireUsableDatabase } from './check.ts'

const PASSWORD = 'a-password-that-nobody-may-read'

let testDatabase: TestDatabase
/** Accepts connections and never answers. */
let silent: net.Server
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  silent = net.createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.close()
  await testDatabase.drop()
})

function withChanges(change: (url: URL) => void): string {
  const url = new URL(testDatabase.url)
  change(url)
  return url.href
}

/** @returns what is wrong with a database */
async function explain(url: string, oldestVersion?: number): Promise<string> {
  const error = await requireUsableDatabase(url, 'DATABASE_URL', oldestVersion).catch((error: Error) => error)
  return error instanceof Error ? error.message : 'nothing'
}

describe('requireUsableDatabase', () => {
  test('accepts a database that can be written', async () => {
    expect(await explain(testDatabase.url)).toBe('nothing')
  })

  test.each([
    ['a wrong password', { password: PASSWORD }, /refuses the user "tendwell" or their password\.$/],
    ['no password', { password: '' }, /wants a password of the user "tendwell"\.$/],
    ['an unknown database', { pathname: '/nowhere' }, /has no database "nowhere"\.$/],
    [
      'a port where nothing listens',
      { port: '1', password: PASSWORD },
      /nothing listens at 127\.0\.0\.1:1\.$/,
    ],
    [
      'an unknown host',
      { hostname: 'nowhere.invalid', password: PASSWORD },
      /the host nowhere\.invalid can't be found\.$/,
    ],
  ])('explains %s in one sentence, without the password', async (_what, change, sentence) => {
    const message = await explain(withChanges((url) => Object.assign(url, change)))
    expect(message).toMatch(/^DATABASE_URL: [^\n]+$/)
    expect(message).toMatch(sentence)
    expect(message).not.toContain(PASSWORD)
  })

  test('explains a host that does not answer', async () => {
    const { port } = silent.address() as net.AddressInfo
    const message = await explain(withChanges((url) => Object.assign(url, { port: String(port) })))
    expect(message).toBe(`DATABASE_URL: 127.0.0.1:${port} doesn't answer.`)
  })

  test('explains a read-only database', async () => {
    const client = await connectTo(testDatabase.url)
    const name = new URL(testDatabase.url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    expect(await explain(testDatabase.url)).toBe(
      'DATABASE_URL: the database is read-only. It may be a standby.',
    )
    await client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await client.end()
  })

  test('explains a server that is too old', async () => {
    expect(await explain(testDatabase.url, 99)).toMatch(
      /runs PostgreSQL \d+.*, and Tendwell needs 99 or later\.$/,
    )
  })
})
