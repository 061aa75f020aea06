/** Who is kept out after a deactivation. @see docs/rules/safety.md#ban-list */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  listEmailsTo,
  makeSignupBody,
  makeUser,
  signUp,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { eraseUser } from '../../people/index.ts'

let app: TestApp
let google: TestIdentityProvider
let support: TestUser
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

const REFUSAL = 'We can’t open a Tendwell account for you'

async function setStatus({ id }: TestUser, body: object) {
  const answer = await support.client.post(`/api/admin-panel/users/${id}/status`, body)
  expect(answer.status).toBe(200)
}

/** Deactivates a person and erases their account, so that its email is free. */
async function banAndErase(person: TestUser) {
  await setStatus(person, { is_active: false, reason: 'Forged papers' })
  await withTransaction(app.deps.database, (transaction) => eraseUser(transaction, person.id))
}

const readRecord = async ({ id }: TestUser, by = support) =>
  (await by.client.get(`/api/admin-panel/people/${id}`)).body

it('makes no account for the mailbox of a banned person, tells only the mailbox, and answers as always', async () => {
  const banned = await makeFamily(app)
  await banAndErase(banned)
  const [name, domain] = banned.email.split('@')
  const stranger = makeSignupBody({})
  const usual = await signUp(app, stranger)
  for (const email of [banned.email, `${name}+again@${domain}`]) {
    const body = { ...stranger, email }
    const answer = await signUp(app, body)
    expect(answer.status).toBe(usual.status)
    expect(answer.body).toEqual({
      ...usual.body,
      verification_handle: expect.any(String),
      user: { ...usual.body.user, id: expect.any(Number), email },
    })
    await app.drain()
    expect(await findAccount(app, email)).toBeUndefined()
    expect((await listEmailsTo(app, email)).at(-1)?.subject).toBe(REFUSAL)
  }
  expect(await findAccount(app, stranger.email)).toBeDefined()
  expect((await listEmailsTo(app, stranger.email)).map(({ subject }) => subject)).not.toContain(REFUSAL)
})

it('refuses the mailbox with Google and as a new email, too', async () => {
  const banned = await makeFamily(app)
  const { email } = banned
  await banAndErase(banned)
  const credential = await google.sign(google.makeClaims({ email }))
  const { status, body } = await app.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
  expect([status, body.detail]).toEqual([403, 'This account has been deactivated'])
  const other = await makeFamily(app)
  expect((await other.client.post('/api/auth/email/change', { email })).status).toBe(200)
  await app.drain()
  expect((await listEmailsTo(app, email)).at(-1)?.subject).toBe(REFUSAL)
  expect(await findAccount(app, email)).toBeUndefined()
})

it('keeps out nobody who is suspended, active again, or never confirmed the email', async () => {
  const [again, unverified] = [await makeFamily(app), await makeFamily(app)]
  await setStatus(again, { is_active: false, reason: 'A mistake' })
  await setStatus(again, { is_active: true })
  await app.deps.database.execute(sql`UPDATE users SET email_verified_at = NULL WHERE id = ${unverified.id}`)
  await setStatus(unverified, { is_active: false, reason: 'Spam' })
  for (const { id, email } of [again, unverified]) {
    await withTransaction(app.deps.database, (transaction) => eraseUser(transaction, id))
    await signUp(app, makeSignupBody({ email }))
    expect(await findAccount(app, email)).toBeDefined()
  }
})

it('shows support what a person shares with a banned one, and never what it is', async () => {
  const [banned, same, other] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  const setPhone = ({ id }: TestUser, phone: string) =>
    app.deps.database.execute(sql`UPDATE users SET phone_number = ${phone} WHERE id = ${id}`)
  await setPhone(banned, '+1 212 555 0187')
  await setPhone(same, '(212) 555-0187')
  await setPhone(other, '(212) 555-0188')
  await banAndErase(banned)
  const match = { trait: 'phone', person_id: banned.id, banned_at: expect.any(String) }
  expect((await readRecord(same)).ban_matches).toEqual([match])
  for (const person of [other, banned]) expect((await readRecord(person)).ban_matches).toEqual([])
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect((await readRecord(same, finance)).ban_matches).toBeNull()
  const { rows } = await app.deps.database.execute(sql`SELECT bans::text AS text FROM bans`)
  expect(JSON.stringify(rows)).not.toMatch(/555\D{0,3}0187|@/)
})

it('compares the bank accounts of caregivers', async () => {
  const [banned, same] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const { id } of [banned, same]) {
    await app.deps.database.execute(sql`INSERT INTO payout_accounts
      (user_id, provider, account_id, bank_fingerprint, created_at, updated_at)
      VALUES (${id}, 'sandbox', ${`acct_${id}`}, 'fingerprint', now(), now())`)
  }
  await setStatus(banned, { is_active: false, reason: 'Forged papers' })
  expect((await readRecord(same)).ban_matches).toEqual([
    { trait: 'bank_account', person_id: banned.id, banned_at: expect.any(String) },
  ])
})
