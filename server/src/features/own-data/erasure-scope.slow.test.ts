/** What an erasure finds and changes in other people's records. @see docs/rules/own-data.md#words-that-name-a-person */
import { DAY_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { waitForLocks } from '../../../test/database.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../test/factories/bookings.ts'
import { makeConversation } from '../../../test/factories/chat.ts'
import { makeReport, mention } from '../../../test/factories/own-data.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { dumpTables, findReopenToken, findWords } from '../../../test/own-data.ts'
import { PERSONAL_DATA } from '../../personal-data.ts'
import { withTransaction } from '../../platform/database.ts'
import { countChanged, describeTable } from '../../platform/personal-data.ts'
import { erase } from './erasure.ts'
import { erasures } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

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
  await erase(app.deps, data, { userId: person.id })
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

it('leaves names, addresses and descriptions of other people', async () => {
  const rose = await makeCaregiver(app, { name: 'Rose Hill' })
  const nora = await makeCaregiver(app, { name: 'Nora Lind' })
  const lane = await makeFamily(app, { name: 'Rose Lane' })
  const leaving = await makeFamily(app, { name: 'Fay Moss' })
  await app.deps.database.execute(sql`INSERT INTO children (caretaker_id, place, name, age, notes)
    VALUES (${leaving.id}, 0, 'Nora', 4, '')`)
  const address = { street: '4 Hill Road', city: 'Rose Hill', country: 'United States' }
  const child = { name: 'Rose', age: 4, age_months: null, due_date: null }
  const request = await book(rose, lane, { children: [child], note: 'Thank you, Rose!', address })
  const paid = await book(nora, leaving, { children: [], note: '', address: null })
  const report = await makeReport(app, {
    reporter: rose,
    reported: lane,
    text: 'Rose is late',
    name: 'Rose Lane',
  })
  await eraseNow(rose)
  await eraseNow(leaving)

  expect(await select(sql`SELECT visit FROM requests WHERE id = ${request}`)).toEqual([
    { visit: { children: [child], note: 'Thank you, Former member!', address } },
  ])
  expect(await select(sql`SELECT description FROM payments WHERE request_id = ${request}`)).toEqual([
    { description: '2 hours of care by Former member' },
  ])
  expect(await select(sql`SELECT description FROM payments WHERE request_id = ${paid}`)).toEqual([
    { description: '2 hours of care by Nora Lind' },
  ])
  expect(await select(sql`SELECT snapshot FROM reports WHERE id = ${report}`)).toEqual([
    { snapshot: { text: 'Former member is late', rating: null, name: 'Rose Lane' } },
  ])
  const notified = await select(sql`SELECT DISTINCT payload ->> 'caretaker_name' AS family,
    payload ->> 'caregiver_name' AS caregiver FROM notifications WHERE payload ? 'caregiver_name' ORDER BY 1`)
  expect(notified).toEqual([
    { family: 'Former member', caregiver: 'Nora Lind' },
    { family: 'Rose Lane', caregiver: 'Former member' },
  ])
})

it('leaves the earlier names that an admin recorded before they left', async () => {
  const admin = await makeUser(app, { role: 'admin', fullName: 'Ivy Stone' })
  const family = await makeFamily(app, { name: 'Jane Doe' })
  await app.deps.database.execute(sql`INSERT INTO audit_log (at, actor_id, action, subject, before, after)
    VALUES (now(), ${admin.id}, 'account.renamed', ${`user:${family.id}`},
      '{"fullName": "Ivy Brook", "by": "Ivy Stone"}'::jsonb, '{"fullName": "Jane Doe"}'::jsonb)`)
  await eraseNow(admin)
  expect(
    await select(
      sql`SELECT before FROM audit_log WHERE action = 'account.renamed' AND subject = ${`user:${family.id}`}`,
    ),
  ).toEqual([{ before: { fullName: 'Ivy Brook', by: 'Former member' } }])
})

it('removes a full name from what other people wrote to each other', async () => {
  const name = 'Quill Brandt'
  const caregiver = await makeCaregiver(app, { name: 'Carol Reed' })
  const family = await makeFamily(app, { name: 'Bea Shaw' })
  const admin = await makeUser(app, { role: 'admin' })
  const visit = { children: [], note: `${name} recommended you`, address: null }
  const request = await book(caregiver, family, visit)
  await makeConversation(app, { caregiver, family, text: `${name} recommended you` })
  await makeReport(app, {
    reporter: family,
    reported: caregiver,
    text: name,
    name: 'Carol Reed',
    decision: name,
  })
  await mention(app, { name, caregiver, family, admin, request })
  expect(findWords(await dumpTables(app), [name]).length).toBeGreaterThan(14)
  await eraseNow(await makeFamily(app, { name }))
  expect(findWords(await dumpTables(app), [name])).toEqual([])
})

it('removes the name of a person who reported from what staff decided', async () => {
  const reporter = await makeFamily(app, { name: 'Tess Wynn' })
  const reported = await makeCaregiver(app, { name: 'Carl Reed' })
  await makeUser(app, { role: 'admin' })
  const decision = 'Please stop calling Tess'
  const id = await makeReport(app, { reporter, reported, text: 'Calls', name: 'Carl Reed', decision })
  await eraseNow(reporter)
  expect(
    await select(sql`SELECT message, note FROM report_decisions
      WHERE id = (SELECT decision_id FROM reports WHERE id = ${id})`),
  ).toEqual([{ message: 'Please stop calling Former member', note: 'Please stop calling Former member' }])
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
      const erasing = erase(app.deps, PERSONAL_DATA, { userId: family.id })
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
