/**
 * What an erasure leaves while a report or a dispute needs it.
 * @see docs/rules/own-data.md#evidence-of-reports-and-disputes
 */
import { DAY_MS } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { findAccount, listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { makeReport } from '../../../../test/factories/own-data.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { erasures } from '../tables.ts'
import { eraseAccount } from './erasure.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const select = async (query: ReturnType<typeof sql>) => (await app.deps.database.execute(query)).rows
const report = async ({ id }: TestUser) =>
  (await app.deps.database.select().from(erasures).where(eq(erasures.userId, id)))[0]

async function eraseNow({ id }: TestUser) {
  const closedAt = new Date(app.deps.clock.now().getTime() - 15 * DAY_MS)
  await app.deps.database.execute(
    sql`UPDATE users SET closed_at = ${closedAt.toISOString()}, is_active = false WHERE id = ${id}`,
  )
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: id })
}

async function sweep() {
  await app.deps.jobs.sweep()
  await app.drain()
}

/** A family that wrote to two caregivers, of whom one reported it. */
async function makeReported() {
  const [reporter, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  const family = await makeFamily(app)
  const reported = await makeConversation(app, { family, caregiver: reporter, text: 'I will find you' })
  const kind = await makeConversation(app, { family, caregiver: other, text: 'Thank you' })
  await app.deps.database.execute(
    sql`UPDATE family_profiles SET notes = 'We live upstairs' WHERE user_id = ${family.id}`,
  )
  const id = await makeReport(app, { reporter, reported: family, text: 'They threaten me', name: 'Fay' })
  const read = async () => ({
    messages: (
      await select(
        sql`SELECT text FROM messages WHERE conversation_id IN (${reported.id}, ${kind.id}) ORDER BY conversation_id`,
      )
    ).map(({ text }) => text),
    reports: await select(sql`SELECT text, snapshot ->> 'text' AS copy FROM reports WHERE id = ${id}`),
    profile: await select(sql`SELECT notes FROM family_profiles WHERE user_id = ${family.id}`),
  })
  return { family, id, read }
}

const REMOVED = 'Removed, because this person closed their account'

it('keeps the evidence of an open report and who it is about, and erases everything else', async () => {
  const { family, read } = await makeReported()
  await eraseNow(family)
  expect(await read()).toEqual({
    messages: ['I will find you', REMOVED],
    reports: [{ text: 'They threaten me', copy: 'They threaten me' }],
    profile: [{ notes: '' }],
  })
  expect(await findAccount(app, family.email)).toMatchObject({
    fullName: family.fullName,
    passwordHash: null,
  })
  expect(await report(family)).toMatchObject({ heldAt: expect.any(Date), finishedAt: null })
  const subjects = (await listEmailsTo(app, family.email)).map(({ subject }) => subject)
  expect(subjects.at(-1)).toBe('Your Tendwell data was erased, except for open cases')
  expect(subjects).not.toContain('Your Tendwell data was erased')

  // Neither again nor further while it is open.
  const before = await report(family)
  await sweep()
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: family.id })
  expect(await report(family)).toMatchObject({ heldAt: before?.heldAt, finishedAt: null })
  // The mailbox was emptied again, and got no second mail.
  expect(await listEmailsTo(app, family.email)).toEqual([])
})

it('lets staff deactivate the person meanwhile, and erases the rest 180 days after the decision', async () => {
  const { family, id, read } = await makeReported()
  await eraseNow(family)
  const path = `/api/admin-panel/users/${family.id}/status`
  const answer = await support.client.post(path, { is_active: false, reason: 'Threats' })
  expect(answer.status).toBe(200)
  const decide = (days: number) =>
    app.deps.database.execute(sql`WITH decision AS (
      INSERT INTO report_decisions (measures, message, note, decided_by, decided_at)
      VALUES ('{}', '', '', ${support.id}, now() - make_interval(days => ${days})) RETURNING id)
      UPDATE reports SET decision_id = (SELECT id FROM decision) WHERE id = ${id}`)
  await decide(179)
  await sweep()
  expect((await read()).messages).toEqual(['I will find you', REMOVED])

  await decide(181)
  await sweep()
  expect(await read()).toEqual({
    messages: [REMOVED, REMOVED],
    reports: [{ text: 'They threaten me', copy: REMOVED }],
    profile: [{ notes: '' }],
  })
  expect(await findAccount(app, family.email)).toBeUndefined()
  expect(await report(family)).toMatchObject({ finishedAt: expect.any(Date), words: null })
  expect((await listEmailsTo(app, family.email)).at(-1)?.subject).toBe('Your Tendwell data was erased')
  expect(await select(sql`SELECT trait FROM bans WHERE user_id = ${family.id}`)).toEqual([{ trait: 'email' }])
})
