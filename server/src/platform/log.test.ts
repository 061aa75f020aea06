/** Logs contain no children's names and no password hashes. @see docs/rules/README.md#tokens-and-secrets */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { withTransaction } from './database/database.ts'
import { createLog, formatError } from './log.ts'

const NAME = 'Little Tilda'
const PASSWORD = 'a family password 7'

let app: TestApp
let lines: string[] = []
beforeAll(async () => {
  app = await testApp({}, { log: createLog('trace', { write: (line) => void lines.push(line) }) })
  await app.deps.database.execute(
    sql`CREATE TABLE refusing (name text CHECK (length(name) < 3), age integer)`,
  )
})
beforeEach(() => {
  lines = []
})
afterAll(() => app.close())

const readEntries = () => lines.map((line) => JSON.parse(line))

describe('a failed statement', () => {
  test('is logged without its values when a call fails', async () => {
    const { database } = app.deps
    await database.execute(
      sql`ALTER TABLE users ADD CONSTRAINT never_tilda CHECK (full_name <> ${sql.raw(`'${NAME}'`)})`,
    )
    const body = { full_name: NAME, email: 'tilda@example.test', password: PASSWORD, role: 'caretaker' }
    const answer = await app.visitor.post('/api/auth/signup', body)
    expect(answer.status).toBe(500)
    const failed = readEntries().find(({ msg }) => msg === 'call failed')
    expect(failed.err.message).toMatch(/^Failed query: insert into "users"/)
    expect(failed.err.stack).toMatch(/^Error: Failed query: insert into "users".*\n {4}at /s)
    expect(failed.err.cause).toMatchObject({ code: '23514', message: expect.stringContaining('never_tilda') })
    const all = lines.join('')
    expect(all).not.toContain(NAME)
    expect(all).not.toContain('tilda@example.test')
    expect(all).not.toContain('$argon2id$')
  })

  test('is logged and stored without its values when a job fails', async () => {
    const { database, jobs } = app.deps
    jobs.handle<{ name: string }>('test.refused', async ({ name }) => {
      await database.execute(sql`INSERT INTO refusing (name) VALUES (${name.toUpperCase()})`)
    })
    await withTransaction(database, (transaction) => jobs.add(transaction, 'test.refused', { name: NAME }))
    // The job gets one attempt, because on a slow machine the second one could come meanwhile.
    await database.execute(sql`UPDATE graphile_worker._private_jobs SET max_attempts = 1`)
    await app.drain()
    const failed = readEntries().filter(({ msg }) => msg.startsWith('Failed task'))
    expect(failed).toHaveLength(1)
    expect(failed[0].msg).toContain('Failed query: INSERT INTO refusing (name) VALUES ($1)')
    expect(failed[0].msg).toContain('refusing_name_check')
    expect(failed[0].msg).toMatch(/\n\s+at .*log\.test\.ts/)
    expect(lines.join('')).not.toMatch(/tilda/i)
    const kept = await database.execute<{ last_error: string }>(
      sql`SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`,
    )
    expect(kept.rows).toHaveLength(1)
    expect(kept.rows[0]?.last_error).toContain('refusing_name_check')
    expect(kept.rows[0]?.last_error).not.toMatch(/tilda/i)
  })

  test('is logged without the value that PostgreSQL rejects', async () => {
    const inserting = app.deps.database.execute(sql`INSERT INTO refusing (age) VALUES (${NAME})`)
    const error = await inserting.catch((error: unknown) => error)
    app.deps.log.error({ err: new Error('around it', { cause: error }) }, 'did not work')
    const [line] = readEntries()
    expect(line.err.cause.cause).toMatchObject({
      code: '22P02',
      message: 'invalid input syntax for type integer: "…"',
    })
    expect(lines.join('')).not.toContain(NAME)
    expect(formatError(error)).toContain('invalid input syntax')
    expect(formatError(error)).not.toContain(NAME)
  })
})

test('logs other errors unchanged, with their causes', () => {
  app.deps.log.error({ err: new Error('the outer one', { cause: new TypeError('the inner one') }) }, 'oh')
  expect(readEntries()[0].err).toMatchObject({
    name: 'Error',
    message: 'the outer one',
    stack: expect.stringMatching(/^Error: the outer one\n {4}at .*log\.test\.ts/),
    cause: { name: 'TypeError', message: 'the inner one' },
  })
})
