/**
 * What an erasure finds and changes in other people's records.
 * @see docs/rules/own-data.md#words-that-name-a-person
 */
import { DAY_MS } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { makeReport, mention } from '../../../../test/factories/own-data.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { dumpTables, findReopenToken, findWords } from '../../../../test/own-data.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { countChanged, describeTable } from '../../../personal-data/classification.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { sealAuditLog } from '../../people/audit/sealing.ts'
import { verifyAuditLogAt } from '../../people/index.ts'
import { erasures } from '../tables.ts'
import { eraseAccount } from './erasure.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const setPhone = (id: number, phone: string) =>
  app.deps.database.execute(sql`UPDATE users SET phone_number = ${phone} WHERE id = ${id}`)

const select = async (query: ReturnType<typeof sql>) => (await app.deps.database.execute(query)).rows

/** Closes the account of a person 15 days ago. */
async function closeEarlier({ id }: TestUser) {
  const closedAt = new Date(app.deps.clock.now().getTime() - 15 * DAY_MS)
  await app.deps.database.execute(
    sql`UPDATE users SET closed_at = ${closedAt.toISOString()}, is_active = false WHERE id = ${id}`,
  )
}

async function eraseNow(person: TestUser, data = PERSONAL_DATA) {
  await closeEarlier(person)
  await eraseAccount(app.deps, data, { userId: person.id })
}

async function book(caregiver: TestUser, family: TestUser, visit: object) {
  await openHours(caregiver, dateIn(app, 7))
  const { id } = await makePaidRequest(app, {
    caregiver,
    family,
    windows: [{ date: dateIn(app, 7), start: '09:00', end: '11:00' }],
  })
  await app.deps.database.execute(
    sql`UPDATE requests SET visit = ${JSON.stringify(visit)}::jsonb WHERE id = ${id}`,
  )
  await app.drain()
  return id
}

/** The text of these tables, to compare. */
async function dumpTexts(...tables: string[]) {
  const dump = await dumpTables(app)
  return tables.map((table) => dump.get(`public.${table}`))
}

async function say(from: TestUser, conversationId: number, text: string) {
  const { status } = await from.client.post(`/api/chat/conversations/${conversationId}/messages`, { text })
  expect(status).toBe(201)
}

const readTexts = async (conversationId: number) =>
  (
    await select(
      sql`SELECT text FROM messages WHERE conversation_id = ${conversationId} ORDER BY sequence OFFSET 1`,
    )
  ).map(({ text }) => text)

const rename = (id: number, before: string, after: string) =>
  app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, before, after)
    VALUES (now(), ${id}, 'account.renamed', ${`user:${id}`},
      ${JSON.stringify({ fullName: before })}::jsonb, ${JSON.stringify({ fullName: after })}::jsonb)`)

const OTHERS_WORDS = [
  'reviews',
  'reports',
  'report_decisions',
  'disputes',
  'dispute_questions',
  'dispute_answers',
  'blocks',
  'admin_notes',
  'background_checks',
  'document_checks',
  'document_renewals',
  'two_step_recoveries',
  'caregiver_profiles',
]

it('changes nothing of others for names, a street and a number that someone only gave themselves', async () => {
  const carol = await makeCaregiver(app, { name: 'Carol Reed' })
  const bea = await makeFamily(app, { name: 'Bea Shaw' })
  const admin = await makeUser(app, { role: 'admin' })
  const leaving = await makeFamily(app, { name: 'Thank you' })
  const text =
    'Thank you, Carol Reed from New York. I am here 24 hours a day, call 212 555 0100 or bea@zanzibar.test'
  const request = await book(carol, bea, { children: [], note: text, address: null, emergency_contact: null })
  const { id } = await makeConversation(app, { caregiver: carol, family: bea, text: 'Hello' })
  await say(carol, id, text)
  await mention(app, { name: text, caregiver: carol, family: bea, admin, request })
  await makeReport(app, { reporter: bea, reported: carol, text, name: 'Carol Reed', decision: text })
  await app.deps.database.execute(sql`UPDATE family_profiles
    SET street = '24 hours a day' WHERE user_id = ${leaving.id}`)
  await setPhone(leaving.id, '+1 212 555 0100')
  for (const name of ['Carol Reed', 'New York']) await rename(leaving.id, name, 'Thank you')
  // Someone who never confirmed this address.
  await app.deps.database.execute(
    sql`INSERT INTO email_changes (user_id, new_email, session_id, expires_at)
      VALUES (${leaving.id}, 'bea@zanzibar.test', gen_random_uuid(), now() + interval '1 year')`,
  )
  const tables = [...OTHERS_WORDS, 'messages', 'requests', 'payments', 'notifications']
  const before = await dumpTexts(...tables)
  await eraseNow(leaving)
  expect(await dumpTexts(...tables)).toEqual(before)
})

it('takes no longer and looks for no more after 2,000 changes of name', async () => {
  const family = await makeFamily(app, { name: 'Nell Ardo' })
  await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, before, after)
    SELECT now(), ${family.id}, 'account.renamed', ${`user:${family.id}`},
      jsonb_build_object('fullName', 'Nell ' || repeat('Ardo', 60) || n), '{"fullName": "Nell Ardo"}'
    FROM generate_series(1, 2000) AS n`)
  await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, before, after)
    SELECT now(), ${family.id}, 'email.changed', ${`user:${family.id}`},
      jsonb_build_object('email', 'nell' || n || '@zanzibar.test'), '{}' FROM generate_series(1, 2000) AS n`)
  let words: unknown
  const look = describeTable(erasures, {
    why: 'Reads the words before they are forgotten',
    erase: async (transaction) => {
      words = (await transaction.select().from(erasures).where(eq(erasures.userId, family.id)))[0]?.words
      return 0
    },
  })
  await eraseNow(family, [...PERSONAL_DATA, { tables: [look] }])
  expect(words).toMatchObject({ names: [], emails: { length: 21 } })
  expect(
    await select(sql`SELECT count(*)::int FROM audit_log WHERE subject = ${`user:${family.id}`}
      AND (before::text ~ 'Nell|nell' OR after::text ~ 'Nell|nell')`),
  ).toEqual([{ count: 0 }])
})

it('replaces what identifies them beyond doubt in what was written to them, and their email everywhere', async () => {
  const carol = await makeCaregiver(app, { name: 'Carla Rood' })
  const fay = await makeFamily(app, { name: 'Fay Brandow' })
  const other = await makeFamily(app, { name: 'Gus Hale' })
  await setPhone(fay.id, '+1 212 555 0187')
  const address = { street: '12 Marzipan Alley', city: 'New York', country: 'United States' }
  await book(carol, fay, { children: [{ name: 'Will', age: 4 }], note: '', address })
  const text = `FAY BRANDOW, Fay, Will and I will be home: 12 Marzipan Alley, (212) 555-0187, ${fay.email}`
  const toFay = await makeConversation(app, { caregiver: carol, family: fay, text: 'Hello' })
  const toOther = await makeConversation(app, { caregiver: carol, family: other, text: 'Hello' })
  for (const { id } of [toFay, toOther]) await say(carol, id, text)
  await eraseNow(fay)
  expect(await readTexts(toFay.id)).toEqual([
    'Former member, Fay, Will and I will be home: Former member, Former member, Former member',
  ])
  expect(await readTexts(toOther.id)).toEqual([text.replace(fay.email, 'Former member')])
})

it('leaves a name, a street and a number that another account has as well', async () => {
  const carol = await makeCaregiver(app, { name: 'Cleo Rand' })
  const [fay, twin] = [
    await makeFamily(app, { name: 'Sam Twain' }),
    await makeFamily(app, { name: 'sam twain' }),
  ]
  await setPhone(fay.id, '+1 212 555 0199')
  await setPhone(twin.id, '(212) 555-0199')
  await app.deps.database.execute(sql`UPDATE family_profiles
    SET street = '7 twin street' WHERE user_id IN (${fay.id}, ${twin.id})`)
  const address = { street: '7 Twin Street', city: 'New York', country: 'United States' }
  await book(carol, fay, { children: [], note: '', address })
  const { id } = await makeConversation(app, { caregiver: carol, family: fay, text: 'Hello' })
  const text = 'Sam Twain, 7 Twin Street, 212 555 0199'
  await say(carol, id, text)
  await eraseNow(fay)
  expect(await readTexts(id)).toEqual([text])
})

it('removes the name from what the product wrote, by what it is about and not by words', async () => {
  const rose = await makeCaregiver(app, { name: 'Rose Hill' })
  const namesake = await makeCaregiver(app, { name: 'Rose Hill' })
  const lane = await makeFamily(app, { name: 'Rose Lane' })
  const visit = { children: [], note: '', address: null, emergency_contact: null }
  const [theirs, others] = [await book(rose, lane, visit), await book(namesake, lane, visit)]
  await eraseNow(rose)
  const receipts = (await lane.client.get('/api/payments/mine')).body.results
  const descriptions = await Promise.all(
    receipts.map(async ({ id, request_id }: { id: number; request_id: number }) => {
      const { description } = (await lane.client.get(`/api/payments/${id}`)).body
      return [request_id, description]
    }),
  )
  expect(new Map(descriptions)).toEqual(
    new Map([
      [theirs, '2 hours of care by Former member'],
      [others, '2 hours of care by Rose Hill'],
    ]),
  )
  type Shown = { type: string; payload: Record<string, string | number> }
  const { results } = (await lane.client.get('/api/notifications?status=all')).body as { results: Shown[] }
  const confirmed = results.filter(({ type }) => type === 'booking_confirmed')
  const notified = confirmed.map(({ payload }) => [
    payload.request_id,
    payload.caretaker_name,
    payload.caregiver_name,
    `${payload.message}`.replace(/^.* with /, ''),
  ])
  expect(notified).toEqual([
    [others, 'Rose Lane', 'Rose Hill', 'Rose Hill is confirmed.'],
    [theirs, 'Rose Lane', 'Former member', 'Former member is confirmed.'],
  ])
})

it('empties the name and address in audit entries about them, and leaves what staff did and wrote', async () => {
  const admin = await makeUser(app, { role: 'admin', fullName: 'Ivy Stone' })
  const family = await makeFamily(app, { name: 'Jane Doe' })
  await rename(family.id, 'Ivy Brook', 'Jane Doe')
  await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, after)
    VALUES (now(), ${admin.id}, 'user.deactivated', ${`user:${family.id}`},
      '{"isActive": false, "reason": "Jane Doe asked Ivy Stone"}'::jsonb)`)
  const entries = () =>
    select(sql`SELECT before, after FROM audit_log
      WHERE subject = ${`user:${family.id}`} AND action IN ('account.renamed', 'user.deactivated') ORDER BY id`)
  const after = { isActive: false, reason: 'Jane Doe asked Ivy Stone' }
  await eraseNow(admin)
  expect(await entries()).toEqual([
    { before: { fullName: 'Ivy Brook' }, after: { fullName: 'Jane Doe' } },
    { before: null, after },
  ])
  await eraseNow(family)
  expect(await entries()).toEqual([
    { before: {}, after: {} },
    { before: null, after },
  ])
})

it('keeps who acted in what staff did, with the email and the network address from then', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const { email } = support
  const family = await makeFamily(app)
  const shown = await support.client.post(`/api/admin-panel/people/${family.id}/contact/show`, {
    reason: 'help',
  })
  expect(shown.status).toBe(200)
  const entries = () =>
    select(
      sql`SELECT actor_email, address FROM audit_log WHERE actor_id = ${support.id} AND action = 'contact.opened'`,
    )
  const before = await entries()
  expect(before).toEqual([{ actor_email: email, address: expect.any(String) }])
  await eraseNow(support)
  expect(await entries()).toEqual(before)
  await eraseNow(family)
  expect(await entries()).toEqual(before)
  expect(
    await select(sql`SELECT 1 FROM audit_log WHERE actor_id = ${family.id} AND actor_email IS NOT NULL`),
  ).toEqual([])
  const { client } = await makeUser(app, { role: 'admin' })
  const search = async (q: string) => (await client.get(`/api/admin-panel/audit?q=${q}`)).body
  const { body: record } = await client.get(`/api/admin-panel/audit?actor_id=${support.id}`)
  expect(record.results[0].actor).toEqual({ id: support.id, name: 'Former member', email })
  expect(await search(encodeURIComponent(email))).toMatchObject({ count: 0, results: [] })
  expect((await search('Former+member')).count).toBeGreaterThan(0)
  const { body: history } = await (await makeUser(app, { role: 'admin', staffRole: 'support' })).client.get(
    `/api/admin-panel/history?subject=user:${family.id}`,
  )
  expect(JSON.stringify(history)).not.toContain(email)
})

it('deletes invitations to an earlier address', async () => {
  const [admin, other] = [await makeUser(app, { role: 'admin' }), await makeUser(app, { role: 'admin' })]
  await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, before, after)
    VALUES (now(), ${admin.id}, 'email.changed', ${`user:${admin.id}`},
      '{"email": "earlier@zanzibar.test"}'::jsonb, jsonb_build_object('email', ${admin.email}::text))`)
  await app.deps.database.execute(sql`INSERT INTO staff_invitations
    (email, staff_role, invited_by, sent_at, expires_at, accepted_at)
    VALUES ('earlier@zanzibar.test', 'admin', ${other.id}, now(), now(), now())`)
  await eraseNow(admin)
  expect(findWords(await dumpTables(app), ['earlier@zanzibar.test'])).toEqual([])
})

it('deletes a job that ran while it began', async () => {
  const family = await makeFamily(app, { name: 'Lena Dorn' })
  const runAt = new Date(app.deps.clock.now().getTime() + 300 * DAY_MS)
  await withTransaction(app.deps.database, (transaction) =>
    app.deps.jobs.add(transaction, 'accounts.send-email-changed', { to: family.email }, { runAt }),
  )
  const jobs = sql`graphile_worker._private_jobs WHERE payload::text LIKE ${`%${family.email}%`}`
  await app.deps.database.execute(
    sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker'
      WHERE payload::text LIKE ${`%${family.email}%`}`,
  )
  const unlock = describeTable(erasures, {
    why: 'The job fails while the first rows are erased',
    erase: (transaction) =>
      countChanged(
        transaction.execute(
          sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_by = 'a worker'`,
        ),
      ),
  })
  await eraseNow(family, [...PERSONAL_DATA, { tables: [unlock] }])
  expect(await select(sql`SELECT id FROM ${jobs}`)).toEqual([])
})

describe('opening an account again', () => {
  it('stops an erasure that waits for it', async () => {
    const family = await makeFamily(app, { name: 'Nell Ward' })
    await closeEarlier(family)
    const erasing = await withTransaction(app.deps.database, async (transaction) => {
      await transaction.execute(sql`SELECT FROM users WHERE id = ${family.id} FOR UPDATE`)
      const erasing = eraseAccount(app.deps, PERSONAL_DATA, { userId: family.id })
      await waitForLocks(app)
      await transaction.execute(
        sql`UPDATE users SET closed_at = NULL, is_active = true WHERE id = ${family.id}`,
      )
      return [erasing]
    })
    await Promise.all(erasing)
    expect(await select(sql`SELECT full_name FROM users WHERE id = ${family.id}`)).toEqual([
      { full_name: 'Nell Ward' },
    ])
    expect(await select(sql`SELECT FROM erasures WHERE user_id = ${family.id}`)).toEqual([])
  })

  it('is refused once the erasure has begun', async () => {
    const family = await makeFamily(app, { name: 'Vera Holt' })
    await app.drain()
    await family.client.post('/api/account/close', { email: family.email })
    const token = await findReopenToken(app, family.email)
    const reopening = await withTransaction(app.deps.database, async (transaction) => {
      await transaction.execute(sql`SELECT FROM users WHERE id = ${family.id} FOR UPDATE`)
      const reopening = app.visitor.post('/api/account/reopen', { token })
      await waitForLocks(app)
      await transaction.execute(sql`INSERT INTO erasures (user_id, closed_at, started_at, words)
        VALUES (${family.id}, now(), now(), '{"names": [], "contacts": [], "children": []}')`)
      return [reopening]
    })
    const [answer] = await Promise.all(reopening)
    expect([answer?.status, answer?.body.detail]).toEqual([400, 'This reopening link has expired'])
    expect(await select(sql`SELECT is_active FROM users WHERE id = ${family.id}`)).toEqual([
      { is_active: false },
    ])
  })
})

it('leaves the chain of the audit log sound, without anything that could be guessed from its hashes', async () => {
  const [family, other] = [await makeFamily(app), await makeFamily(app)]
  for (const { id, email } of [family, other]) {
    await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, after, address)
      VALUES (now(), ${id}, 'account.renamed', ${`user:${id}`}, jsonb_build_object('email', ${email}::text, 'restoredEmail', ${email}::text), '192.0.2.7')`)
  }
  await sealAuditLog(app.deps)
  const verify = () =>
    verifyAuditLogAt(app.databaseUrl, app.deps.log, { limitMs: 60_000, wantedHash: undefined })
  const { head } = await verify()
  await eraseNow(family)
  const salts = ({ id }: { id: number }) =>
    app.deps.database.execute(sql`SELECT DISTINCT address_salt IS NULL AND names_salt IS NULL AS is_forgotten
      FROM audit_seals JOIN audit_log ON audit_log.id = entry_id WHERE subject = ${`user:${id}`}`)
  expect((await salts(family)).rows).toEqual([{ is_forgotten: true }])
  expect((await salts(other)).rows).toEqual([{ is_forgotten: false }])
  const renamed = sql`SELECT after, address FROM audit_log
    WHERE action = 'account.renamed' AND subject = ${`user:${family.id}`}`
  expect(await select(renamed)).toEqual([{ after: {}, address: null }])
  await sealAuditLog(app.deps)
  const after = await verifyAuditLogAt(app.databaseUrl, app.deps.log, { limitMs: 60_000, wantedHash: head })
  expect(after).toMatchObject({ problem: null, unsealed: 0, hasWantedHash: true })
})
