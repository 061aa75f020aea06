import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { runCommand } from '../../test/command.ts'
import { connectTo } from '../../test/database.ts'
import { makeUser, type TestUser } from '../../test/factories/accounts.ts'
import { sealAuditLog } from '../features/people/audit/sealing.ts'
import { audit } from '../features/people/index.ts'
import { withTransaction } from '../platform/database/database.ts'
import { run } from './audit-verify.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await makeUser(app, { role: 'caretaker', fullName: 'Fay Hart' })
  for (let job = 1; job <= 6; job += 1) await write(job)
  // A number that a rolled back transaction has used up.
  await query("SELECT nextval(pg_get_serial_sequence('audit_log', 'id'))")
  for (let job = 7; job <= 8; job += 1) await write(job)
  await sealAuditLog(app.deps)
})
afterAll(() => app.close())

const query = (statement: string, values: unknown[] = []) =>
  app.deps.database.$client.query(statement, values)

/** Writes an entry about a job. @returns its number */
async function write(job: number): Promise<number> {
  await withTransaction(app.deps.database, (transaction) =>
    audit(transaction, {
      at: app.deps.clock.now(),
      actorId: user.id,
      action: 'job.dropped',
      subject: `job:${job}`,
      before: { email: `a${job}@example.test`, state: 'failed' },
      after: { state: 'dropped' },
      address: '192.0.2.7',
    }),
  )
  return findEntry(job)
}

async function findEntry(job: number): Promise<number> {
  const { rows } = await query('SELECT id FROM audit_log WHERE subject = $1', [`job:${job}`])
  return rows[0].id
}

/** Runs the command while the server is running. */
const verify = (...args: string[]) => runCommand(run, { args, env: { DATABASE_URL: app.databaseUrl } })

const runWithoutTriggers = (statement: string) =>
  query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)

test('reports a sound log, its size, and the hash to keep', async () => {
  const { code, output } = await verify()
  expect(code).toBe(0)
  expect(output).toMatch(
    /^The audit log is sound: \d+ entries are sealed, 0 not yet\.\nKeep this hash elsewhere: [0-9a-f]{64}\n$/,
  )
  const unsealed = await write(9)
  expect((await verify()).output).toContain(', 1 not yet.')
  expect(await sealAuditLog(app.deps)).toBe(1)
  expect(await sealAuditLog(app.deps)).toBe(0)
  const { rows } = await query('SELECT max(entry_id) AS last FROM audit_seals')
  expect(rows[0].last).toBe(unsealed)
})

test('looks for a hash that was noted earlier', async () => {
  const noted = /[0-9a-f]{64}/.exec((await verify()).output)?.[0] ?? ''
  await write(10)
  await sealAuditLog(app.deps)
  expect((await verify('--contains', noted)).code).toBe(0)
  const unknown = await verify('--contains', '0'.repeat(64))
  expect(unknown).toMatchObject({ code: 1, output: '' })
  expect(unknown.errors).toContain("it doesn't contain 000")
})

/**
 * Ways to tamper with the entry of job 3, how to undo each, and what the command must report, by the entries'
 * numbers.
 */
const TAMPERINGS: [name: string, apply: string, undo: string, report: (ids: number[]) => string][] = [
  [
    'a changed action',
    "UPDATE audit_log SET action = 'job.retried' WHERE subject = 'job:3'",
    "UPDATE audit_log SET action = 'job.dropped' WHERE subject = 'job:3'",
    ([id]) => `entry ${id} doesn't fit`,
  ],
  [
    'a changed time',
    "UPDATE audit_log SET at = at - interval '1 day' WHERE subject = 'job:3'",
    "UPDATE audit_log SET at = at + interval '1 day' WHERE subject = 'job:3'",
    ([id]) => `entry ${id} doesn't fit`,
  ],
  [
    'a changed value',
    `UPDATE audit_log SET after = '{"state": "kept"}' WHERE subject = 'job:3'`,
    `UPDATE audit_log SET after = '{"state": "dropped"}' WHERE subject = 'job:3'`,
    ([id]) => `entry ${id} doesn't fit`,
  ],
  [
    'a changed email',
    `UPDATE audit_log SET before = before || '{"email": "b@example.test"}' WHERE subject = 'job:3'`,
    `UPDATE audit_log SET before = before || '{"email": "a3@example.test"}' WHERE subject = 'job:3'`,
    ([id]) => `a name or an email in entry ${id} was changed`,
  ],
  [
    'a removed address of somebody who stays, with its salt',
    `UPDATE audit_log SET address = NULL WHERE subject = 'job:3';
      CREATE TABLE kept AS SELECT s.* FROM audit_seals s JOIN audit_log l ON l.id = entry_id WHERE subject = 'job:3';
      UPDATE audit_seals SET address_salt = NULL WHERE entry_id IN (SELECT entry_id FROM kept)`,
    `UPDATE audit_log SET address = '192.0.2.7' WHERE subject = 'job:3';
      UPDATE audit_seals s SET address_salt = kept.address_salt FROM kept WHERE kept.entry_id = s.entry_id;
      DROP TABLE kept`,
    ([id]) => `the network address of entry ${id} was changed`,
  ],
  [
    'a deleted entry',
    "CREATE TABLE kept AS SELECT * FROM audit_log WHERE subject = 'job:3'; DELETE FROM audit_log WHERE subject = 'job:3'",
    'INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept; DROP TABLE kept',
    ([id]) => `entry ${id} was deleted`,
  ],
  [
    'an entry that was deleted with its seal',
    `CREATE TABLE kept AS SELECT * FROM audit_log WHERE subject = 'job:3';
      CREATE TABLE kept_seal AS SELECT * FROM audit_seals WHERE entry_id IN (SELECT id FROM kept);
      DELETE FROM audit_log WHERE subject = 'job:3'; DELETE FROM audit_seals WHERE entry_id IN (SELECT id FROM kept)`,
    `INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept;
      INSERT INTO audit_seals SELECT * FROM kept_seal; DROP TABLE kept, kept_seal`,
    ([, next]) => `entry ${next} doesn't fit: it was changed, or what stood before it was deleted`,
  ],
  [
    'an inserted entry',
    `INSERT INTO audit_log (id, at, action, subject) OVERRIDING SYSTEM VALUE
      SELECT id + 1, now(), 'login', 'user:1' FROM audit_log WHERE subject = 'job:6'`,
    "DELETE FROM audit_log WHERE subject = 'user:1' AND action = 'login' AND actor_id IS NULL",
    ([, , gap]) => `entry ${gap} has no seal: it was added later, or its seal was deleted`,
  ],
  [
    'an entry that was inserted below the first number',
    `INSERT INTO audit_log (id, at, action, subject) OVERRIDING SYSTEM VALUE VALUES (-5, now(), 'login', 'user:1')`,
    'DELETE FROM audit_log WHERE id = -5',
    () => 'entry -5 has no seal',
  ],
  [
    'a changed seal',
    `CREATE TABLE kept AS SELECT s.* FROM audit_seals s JOIN audit_log l ON l.id = entry_id WHERE subject = 'job:3';
      UPDATE audit_seals SET hash = repeat('0', 64) WHERE entry_id IN (SELECT entry_id FROM kept)`,
    `UPDATE audit_seals s SET hash = kept.hash FROM kept WHERE kept.entry_id = s.entry_id; DROP TABLE kept`,
    ([id]) => `entry ${id} doesn't fit`,
  ],
  [
    'a disabled trigger',
    'ALTER TABLE audit_log DISABLE TRIGGER audit_log_immutable',
    'ALTER TABLE audit_log ENABLE TRIGGER audit_log_immutable',
    () => 'the trigger audit_log_immutable is missing, disabled or another one',
  ],
  [
    'a trigger of the same name on another table',
    `DROP TRIGGER audit_seals_immutable ON audit_seals; CREATE TABLE decoy (id int);
      CREATE TRIGGER audit_seals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON decoy
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure()`,
    `DROP TABLE decoy; CREATE TRIGGER audit_seals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure()`,
    () => 'the trigger audit_seals_immutable is missing, disabled or another one',
  ],
  [
    'a trigger of the same name that runs another function',
    `DROP TRIGGER audit_log_immutable ON audit_log;
      CREATE FUNCTION refuse_nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_nothing()`,
    `DROP TRIGGER audit_log_immutable ON audit_log; DROP FUNCTION refuse_nothing();
      CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure()`,
    () => 'the trigger audit_log_immutable is missing, disabled or another one',
  ],
  [
    'a trigger of the same name that lets deletions through',
    `DROP TRIGGER audit_log_immutable ON audit_log; CREATE TRIGGER audit_log_immutable BEFORE UPDATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure()`,
    `DROP TRIGGER audit_log_immutable ON audit_log;
      CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure()`,
    () => 'the trigger audit_log_immutable is missing, disabled or another one',
  ],
  [
    'a changed email of the one who acted',
    "UPDATE audit_log SET actor_email = 'somebody@example.test' WHERE subject = 'job:3'",
    "UPDATE audit_log SET actor_email = NULL WHERE subject = 'job:3'",
    ([id]) => `entry ${id} doesn't fit`,
  ],
]

test.each(TAMPERINGS)('names the first entry that does not fit: %s', async (_case, apply, undo, report) => {
  const ids = [await findEntry(3), await findEntry(4), (await findEntry(6)) + 1]
  await runWithoutTriggers(apply)
  const result = await verify()
  await runWithoutTriggers(undo)
  expect(result).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(report(ids)) })
  expect((await verify()).code).toBe(0)
})

test('waits for entries of transactions under way, and seals them with the others', async () => {
  const client = await connectTo(app.databaseUrl)
  await client.query('BEGIN')
  await client.query("INSERT INTO audit_log (at, action, subject) VALUES (now(), 'job.dropped', 'job:11')")
  const later = await write(12)
  const { rows } = await client.query('SELECT clock_timestamp() AS now')
  const sealing = sealAuditLog(app.deps)
  const countAsked = async () => {
    const { rowCount } = await query(
      "SELECT FROM pg_stat_activity WHERE query LIKE '%virtualtransaction%' AND query_start > $1 AND pid <> pg_backend_pid()",
      [rows[0].now],
    )
    return rowCount
  }
  await expect.poll(countAsked).toBeGreaterThan(0)
  await client.query('COMMIT')
  await client.end()
  expect(await sealing).toBe(2)
  expect(await findEntry(11)).toBeLessThan(later)
  expect((await verify()).output).toContain(', 0 not yet.')
})

test('says that entries wait to be sealed for more than an hour, until they are', async () => {
  await query(
    "INSERT INTO audit_log (at, action, subject) VALUES (now() - interval '61 minutes', 'job.dropped', 'job:13')",
  )
  expect(await verify()).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringContaining('Not sealed after an hour: 1 of the audit log’s entries'),
  })
  const readMetric = async () =>
    Number(
      /^tendwell_audit_oldest_unsealed_seconds (\S+)$/m.exec((await app.visitor.get('/metrics')).body)?.[1],
    )
  expect(await readMetric()).toBeGreaterThan(3_600)
  await sealAuditLog(app.deps)
  expect(await readMetric()).toBe(0)
  expect((await verify()).code).toBe(0)
})

test('the database refuses to change or delete a seal', async () => {
  for (const statement of ['UPDATE audit_seals SET hash = hash', 'DELETE FROM audit_seals']) {
    await expect(query(statement)).rejects.toThrow('its rows are written once')
  }
})

test('exits with 2 if the database is unreachable', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  expect(await runCommand(run, { env })).toMatchObject({ code: 2, output: '' })
})
