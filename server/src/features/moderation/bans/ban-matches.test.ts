/** Who shares something with a banned person waits for staff to look. @see docs/rules/safety.md#ban-list */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  PASSWORD,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  makePicture,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { findCookie } from '../../../../test/factories/two-step.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { savedPhones } from '../../people/bans/tables.ts'
import { deleteExpiredTokens } from '../../sign-in/expired-tokens.ts'
import { banPerson as addToBans } from './bans.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

async function setStatus({ id }: TestUser, body: object) {
  const { status } = await support.client.post(`/api/admin-panel/users/${id}/status`, body)
  expect(status).toBe(200)
}
const banByStaff = (person: TestUser) => setStatus(person, { is_active: false, reason: 'Forged papers' })
const listWaitingMatches = async () => {
  await app.drain()
  return (await support.client.get('/api/admin-panel/ban-matches')).body.results
}
const findWaitingMatch = async ({ id }: TestUser) =>
  (await listWaitingMatches()).find((match: { person_id: number }) => match.person_id === id)
const markLookedAt = ({ id }: TestUser, lastId: number, by = support) =>
  by.client.post(`/api/admin-panel/people/${id}/ban-matches/looked-at`, { last_id: lastId })
const savePhone = async ({ client }: TestUser, phone_number: string) =>
  expect((await client.put('/api/auth/caretaker/profile', { phone_number })).status).toBe(200)

/** Logs in with the cookies of a browser. @returns its cookies afterwards */
async function logInWith({ email }: TestUser, cookie = ''): Promise<string> {
  const answer = await app.visitor.post('/api/auth/login', { email, password: PASSWORD }, { cookie })
  expect(answer.status).toBe(200)
  const set = ['tendwell-device-', 'tendwell-browser'].map((name) => findCookie(answer, name))
  return [cookie, ...set].filter(Boolean).join('; ')
}

/** Presses "This wasn’t me" in the latest mail about a new login. */
async function endByAlert({ email }: TestUser) {
  const texts = (await listEmailsTo(app, email)).map(({ text }) => text)
  const token = /\/end-session\?token=(\S+)/.exec(
    texts.findLast((text) => text.includes('/end-session')) ?? '',
  )?.[1]
  expect((await app.visitor.post('/api/auth/sessions/end', { token })).status).toBe(200)
}

async function uploadId({ client }: TestUser, content: Buffer) {
  const id = { gov_id_front: { content, name: 'passport.png' } }
  expect((await client.upload('/api/auth/caregiver/documents', toForm(id))).status).toBeLessThan(300)
}

it('names a new number of an active person that a banned one had, until staff have looked', async () => {
  const [banned, same, other] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  await savePhone(banned, '+1 212 555 0187')
  await banByStaff(banned)
  await savePhone(other, '(212) 555-0188')
  expect(await listWaitingMatches()).toEqual([])
  await savePhone(same, '(212) 555-0187')
  const [waiting, ...others] = await listWaitingMatches()
  expect(others).toEqual([])
  expect(waiting).toEqual({
    person_id: same.id,
    name: same.fullName,
    since: expect.any(String),
    last_id: expect.any(Number),
    matches: [{ trait: 'phone', person_id: banned.id, banned_at: expect.any(String) }],
  })
  const readQueue = async () =>
    (await support.client.get('/api/admin-panel/queue')).body.results.find(
      ({ kind }: { kind: string }) => kind === 'ban_matches',
    )
  expect(await readQueue()).toEqual({ kind: 'ban_matches', count: 1, oldest_at: waiting.since })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect((await finance.client.get('/api/admin-panel/ban-matches')).status).toBe(403)
  expect((await markLookedAt(same, waiting.last_id, finance)).status).toBe(403)

  expect((await markLookedAt(other, waiting.last_id)).status).toBe(409)
  expect((await markLookedAt(same, waiting.last_id)).body).toEqual({ message: 'Marked as looked at' })
  expect((await markLookedAt(same, waiting.last_id)).status).toBe(409)
  expect(await readQueue()).toBeUndefined()
  await savePhone(same, '')
  await savePhone(same, '212 555 0187')
  expect(await listWaitingMatches()).toEqual([])
  const actions = (await listAuditEntries(app, same.id)).map(({ action, actorId }) => [action, actorId])
  expect(actions).toContainEqual(['ban-match.looked-at', support.id])
})

it('names who shares something already when a person is banned, and no more when the ban is lifted', async () => {
  const [banned, same] = [await makeFamily(app), await makeFamily(app)]
  await savePhone(same, '+49 30 1234567')
  await savePhone(banned, '030 123 4567')
  expect(await findWaitingMatch(same)).toBeUndefined()
  await banByStaff(banned)
  expect((await findWaitingMatch(same)).matches).toMatchObject([{ trait: 'phone', person_id: banned.id }])
  await setStatus(banned, { is_active: true })
  expect(await findWaitingMatch(same)).toBeUndefined()
})

it.each([
  ['mal.lory+2@gmail.com', 'mallory@googlemail.com'],
  ['Mal+2@example.test', 'mal@example.test'],
])('names %s when %s is banned', async (variant, email) => {
  const same = await makeUser(app, { role: 'caretaker', email: variant.toLowerCase() })
  const other = await makeUser(app, { role: 'caretaker', email: `other-${email}` })
  const banned = await makeUser(app, { role: 'caretaker', email })
  await app.drain()
  await banByStaff(banned)
  const isOf = { trait: 'email', person_id: banned.id, banned_at: expect.any(String) }
  expect((await findWaitingMatch(same)).matches).toEqual([isOf])
  expect(await findWaitingMatch(other)).toBeUndefined()
})

it('names who logs in in a browser that a banned person said wasn’t theirs, and says so', async () => {
  const [banned, same, victim] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  const cookie = await logInWith(banned)
  await endByAlert(banned)
  // They broke into somebody's account as well, whose owner shares nothing with them.
  await logInWith(victim, cookie)
  await endByAlert(victim)
  await banByStaff(banned)
  await logInWith(same, cookie)
  expect((await findWaitingMatch(same)).matches).toEqual([
    { trait: 'disowned_browser', person_id: banned.id, banned_at: expect.any(String) },
  ])
  const record = (await support.client.get(`/api/admin-panel/people/${victim.id}`)).body
  expect(record.ban_matches).toEqual([])
})

it('names numbers that a banned person emptied or replaced less than 180 days before', async () => {
  const [banned, before, after, other] = [
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
  ]
  for (const phone of ['+1 212 555 0131', '+1 212 555 0132', '']) await savePhone(banned, phone)
  await savePhone(before, '(212) 555-0131')
  expect(await findWaitingMatch(before)).toBeUndefined()
  await banByStaff(banned)
  expect((await findWaitingMatch(before)).matches).toMatchObject([{ trait: 'phone', person_id: banned.id }])
  await savePhone(after, '212 555 0132')
  expect((await findWaitingMatch(after)).matches).toMatchObject([{ trait: 'phone', person_id: banned.id }])
  await savePhone(other, '212 555 0133')
  expect(await findWaitingMatch(other)).toBeUndefined()
  const { rows } = await app.deps.database.execute(sql`SELECT saved_phones::text AS text FROM saved_phones`)
  expect(JSON.stringify(rows)).not.toMatch(/555\D{0,3}013\d/)
})

it('keeps the hash of a number while it is saved, and 180 days after that', async () => {
  const [banned, kept, gone] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  await savePhone(banned, '+1 212 555 0141')
  await savePhone(banned, '+1 212 555 0142')
  const wait = async (days: number) => {
    await app.advance(days * MINUTES_PER_DAY)
    await deleteExpiredTokens(app.deps)
  }
  const countPhones = () => app.deps.database.$count(savedPhones, eq(savedPhones.userId, banned.id))
  await wait(179)
  expect(await countPhones()).toBe(2)
  await wait(2)
  expect(await countPhones()).toBe(1)
  support.client = await logInAgain(app, support)
  await banByStaff(banned)
  for (const [person, phone] of [
    [kept, '212 555 0142'],
    [gone, '212 555 0141'],
  ] as const) {
    person.client = await logInAgain(app, person)
    await savePhone(person, phone)
  }
  expect((await findWaitingMatch(kept)).matches).toMatchObject([{ trait: 'phone', person_id: banned.id }])
  expect(await findWaitingMatch(gone)).toBeUndefined()
})

it('recognizes a number with an extension when a person with the same one is banned', async () => {
  const [same, banned] = [await makeFamily(app), await makeFamily(app)]
  await savePhone(same, '(212) 555-0199 ext 5')
  await savePhone(banned, '+1 212 555 0199')
  // What saving a number looks for is over, so only the ban can find them.
  await app.drain()
  await banByStaff(banned)
  expect((await findWaitingMatch(same)).matches).toMatchObject([{ trait: 'phone', person_id: banned.id }])
})

it('names what is shared once, also with someone who was banned again with more of its kind', async () => {
  const [banned, same] = [await makeFamily(app), await makeFamily(app)]
  for (const phone of ['+1 212 555 0171', '+1 212 555 0172']) {
    await savePhone(banned, phone)
    await withTransaction(app.deps.database, (transaction) => addToBans(transaction, app.deps, banned.id))
    await app.advance(1)
  }
  for (const phone of ['212 555 0171', '212 555 0172']) await savePhone(same, phone)
  const match = { trait: 'phone', person_id: banned.id, banned_at: expect.any(String) }
  expect((await findWaitingMatch(same)).matches).toEqual([match])
  const record = (await support.client.get(`/api/admin-panel/people/${same.id}`)).body
  expect(record.ban_matches).toEqual([match])
})

it('recognizes the browser of a banned person, and says no more about who logged in there', async () => {
  const [banned, next, elsewhere] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  const cookie = await logInWith(banned)
  expect(cookie).not.toMatch(new RegExp(`\\b${banned.id}\\b`))
  expect(cookie).not.toContain(banned.email)
  await banByStaff(banned)
  await logInWith(elsewhere)
  await logInWith(next, cookie)
  expect((await findWaitingMatch(next)).matches).toEqual([
    { trait: 'browser', person_id: banned.id, banned_at: expect.any(String) },
  ])
  expect(await findWaitingMatch(elsewhere)).toBeUndefined()
  const { rows } = await app.deps.database.execute(
    sql`SELECT 1 FROM sessions JOIN bans ON hash = browser_id::text WHERE bans.user_id = ${banned.id}`,
  )
  expect(rows).toEqual([])
})

it('recognizes an account that logged in in the same browser before the ban', async () => {
  const [banned, sleeper] = [await makeFamily(app), await makeFamily(app)]
  await logInWith(sleeper, await logInWith(banned))
  expect(await findWaitingMatch(sleeper)).toBeUndefined()
  await banByStaff(banned)
  expect((await findWaitingMatch(sleeper)).matches).toMatchObject([
    { trait: 'browser', person_id: banned.id },
  ])
})

it('takes no forged id of a browser', async () => {
  const [banned, next] = [await makeFamily(app), await makeFamily(app)]
  await logInWith(banned)
  const { rows } = await app.deps.database.execute<{ id: string }>(
    sql`SELECT browser_id AS id FROM sessions WHERE user_id = ${banned.id}`,
  )
  await banByStaff(banned)
  for (const { id } of rows) await logInWith(next, `tendwell-browser=${id}.forged`)
  expect(await findWaitingMatch(next)).toBeUndefined()
})

it('recognizes the picture of a banned person’s ID', async () => {
  const [banned, same, other] = [await makeCaregiver(app), await makeCaregiver(app), await makeCaregiver(app)]
  const picture = await makePicture('png')
  await uploadId(banned, picture)
  await banByStaff(banned)
  await uploadId(same, picture)
  await uploadId(other, await makePicture('png', { width: 61 }))
  expect((await findWaitingMatch(same)).matches).toMatchObject([
    { trait: 'id_picture', person_id: banned.id },
  ])
  expect(await findWaitingMatch(other)).toBeUndefined()
  const { body } = await support.client.get(`/api/admin-panel/people/${same.id}`)
  expect(body.ban_matches).toMatchObject([{ trait: 'id_picture', person_id: banned.id }])
})
