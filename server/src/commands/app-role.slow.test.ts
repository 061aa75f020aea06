/**
 * The product works as a database role that can't rewrite the audit log.
 * @see docs/operations.md#two-database-roles
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { runCommand } from '../../test/command.ts'
import { connectTo, createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import { listEmailsTo, makeUser } from '../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../test/factories/availability.ts'
import { makePaidRequest } from '../../test/factories/bookings.ts'
import { makeCaregiver, makeFamily } from '../../test/factories/profiles.ts'
import { eraseAccount } from '../features/own-data/erasure/erasure.ts'
import { sealAuditLog } from '../features/people/audit/sealing.ts'
import { migrate } from '../migrate.ts'
import { PERSONAL_DATA } from '../personal-data/all.ts'
import { run as verifyAudit } from './audit-verify.ts'
import { run as migrateDatabase } from './migrate.ts'

const role = `app_${randomBytes(6).toString('hex')}`
const password = randomBytes(12).toString('hex')

let owned: TestDatabase
/** The same database for the lesser role. */
let url: string
let app: TestApp
beforeAll(async () => {
  owned = await createEmptyDatabase()
  await asOwner(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  const granted = await runCommand(migrateDatabase, {
    args: ['--app-role', role],
    env: { DATABASE_URL: owned.url },
  })
  expect(granted).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The role ${role} can work with them`),
  })
  url = Object.assign(new URL(owned.url), { username: role, password }).href
  await migrate(url)
  app = await testApp({}, { databaseUrl: url })
})
afterAll(async () => {
  await app.close()
  await owned.drop()
  const server = new URL(owned.url)
  server.pathname = '/postgres'
  const client = await connectTo(server.href)
  await client.query(`DROP ROLE ${role}`).finally(() => client.end())
})

async function query(as: string, statement: string) {
  const client = await connectTo(as)
  return client.query(statement).finally(() => client.end())
}
const asOwner = (statement: string) => query(owned.url, statement)

it('takes bookings and payments, runs jobs, audits, seals and erases', async () => {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  await makePaidRequest(app, { caregiver, family, windows })
  await app.deps.jobs.sweep()
  expect((await listEmailsTo(app, family.email)).length).toBeGreaterThan(0)
  const admin = await makeUser(app, { role: 'admin' })
  const shown = { reason: 'help' }
  const { status } = await admin.client.post(`/api/admin-panel/people/${family.id}/contact/show`, shown)
  expect(status).toBe(200)
  await sealAuditLog(app.deps)

  const leaver = await makeFamily(app)
  await admin.client.post(`/api/admin-panel/people/${leaver.id}/contact/show`, shown)
  expect((await leaver.client.get('/api/admin-panel/users')).status).toBe(403)
  await sealAuditLog(app.deps)
  await asOwner(
    `UPDATE users SET closed_at = now() - interval '15 days', is_active = false WHERE id = ${leaver.id}`,
  )
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: leaver.id })
  const { rows } = await asOwner(`SELECT action, actor_email, address FROM audit_log
    WHERE actor_id = ${leaver.id} OR subject = 'user:${leaver.id}' ORDER BY id`)
  expect(rows).toEqual([
    { action: 'contact.opened', actor_email: admin.email, address: '127.0.0.1' },
    { action: 'access.denied', actor_email: null, address: null },
    { action: 'account.erased', actor_email: null, address: null },
  ])
  expect(await runCommand(verifyAudit, { env: { DATABASE_URL: url } })).toMatchObject({ code: 0 })
})

it.each([
  'DELETE FROM audit_log',
  'DELETE FROM audit_seals',
  'TRUNCATE audit_log',
  "UPDATE audit_log SET action = 'login'",
  'UPDATE audit_log SET actor_id = NULL',
  "UPDATE audit_seals SET hash = ''",
  'ALTER TABLE audit_log DISABLE TRIGGER audit_log_immutable',
  'DROP TRIGGER audit_seals_immutable ON audit_seals',
  'SET session_replication_role = replica',
])('is refused: %s', async (statement) => {
  await expect(query(url, `SET tendwell.erasing = 'on'; ${statement}`)).rejects.toThrow(
    /permission denied|must be owner/,
  )
})
