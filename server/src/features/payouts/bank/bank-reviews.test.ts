import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { earn, PROVIDERS, type Provider } from '../../../../test/factories/providers.ts'
import { SHARED_BANKS } from '../../../../test/stripe/stand-in.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { banPerson } from '../../moderation/bans/bans.ts'
import { eraseAccount } from '../../own-data/erasure/erasure.ts'
import { payoutAccounts } from '../tables.ts'

let provider: Provider
let finance: TestUser
beforeAll(async () => {
  provider = await PROVIDERS.stripe({}, { isAlone: false })
  finance = await makeUser(provider.app, { role: 'admin', staffRole: 'finance' })
})
afterAll(() => provider.close())

async function enterBank({ client }: Pick<TestUser, 'client'>, account: string): Promise<void> {
  const { body } = await client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url, account)
  await provider.deliverEvents()
}
async function makeCaregiver(account: string): Promise<TestUser> {
  const caregiver = await makeUser(provider.app, { role: 'caregiver' })
  await enterBank(caregiver, account)
  return caregiver
}
const getHoldReason = async ({ client }: TestUser) =>
  (await client.get('/api/payouts/method')).body.held_because
const listReviews = async () => (await finance.client.get('/api/admin-panel/bank-reviews')).body.results
const decideOnBank = (personId: number, body: object) =>
  finance.client.post(`/api/admin-panel/bank-reviews/${personId}/decision`, body)
it('reviews a second person’s same bank account, pays nothing to it before, and shows staff no digits', async () => {
  const first = await makeCaregiver(`${SHARED_BANKS}01`)
  const second = await makeCaregiver(`${SHARED_BANKS}01`)
  await earn(provider, second, 10_000)
  expect([await getHoldReason(first), await getHoldReason(second)]).toEqual([null, 'bank_in_review'])
  const refused = await second.client.post('/api/payouts', { amount: 10 })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Your bank account is in review. We’ll email you when we’re done',
  ])
  const emails = await listEmailsTo(provider.app, second.email)
  expect(emails.at(-1)?.text).toContain('We review this account before we pay anything out to it')

  const [review, ...others] = await listReviews()
  expect(others).toEqual([])
  expect(review).toEqual({
    person_id: second.id,
    name: second.fullName,
    opened_at: expect.any(String),
    earlier: null,
    matches: [{ person_id: first.id, name: first.fullName, is_banned: false, is_current: true }],
  })
  expect((await finance.client.get('/api/admin-panel/queue')).body.results).toContainEqual({
    kind: 'bank_reviews',
    count: 1,
    oldest_at: review.opened_at,
  })

  const body = { decision: 'approved', reason: 'A couple with one account', opened_at: review.opened_at }
  expect((await decideOnBank(second.id, { ...body, reason: ' ' })).status).toBe(400)
  expect((await decideOnBank(second.id, { ...body, opened_at: '2026-01-01T00:00:00Z' })).status).toBe(409)
  expect(await getHoldReason(second)).toBe('bank_in_review')
  expect((await decideOnBank(second.id, body)).body).toEqual({ message: 'Bank account approved' })
  expect((await decideOnBank(second.id, body)).status).toBe(409)
  await provider.app.drain()
  expect(await listReviews()).toEqual([])
  expect(await listAuditEntries(provider.app, second.id)).toContainEqual(
    expect.objectContaining({ action: 'bank-account.approved', actorId: finance.id }),
  )
  const told = (await listEmailsTo(provider.app, second.email)).at(-1)
  expect([told?.subject, told?.text]).toEqual([
    'Your bank account is approved',
    expect.stringContaining('A couple with one account'),
  ])
  expect((await second.client.post('/api/payouts', { amount: 10 })).status).toBe(201)
})

it('pays nothing to a refused bank account, until another one is entered', async () => {
  await makeCaregiver(`${SHARED_BANKS}02`)
  const second = await makeCaregiver(`${SHARED_BANKS}02`)
  await earn(provider, second, 10_000)
  const [review] = await listReviews()
  await decideOnBank(second.id, { decision: 'refused', reason: 'Not your name', opened_at: review.opened_at })
  await enterBank(second, `${SHARED_BANKS}02`)
  expect(await getHoldReason(second)).toBe('bank_refused')
  expect((await second.client.post('/api/payouts', { amount: 10 })).body.detail).toBe(
    'We can’t pay out to this bank account. Enter another one to withdraw',
  )
  await enterBank(second, '000123456789')
  expect(await getHoldReason(second)).toBe('bank_changed')
  expect(await listReviews()).toEqual([])
})

it('reviews at most one of two people who enter the same account at once, and never none', async () => {
  const people = [
    await makeUser(provider.app, { role: 'caregiver' }),
    await makeUser(provider.app, { role: 'caregiver' }),
  ]
  for (const { client } of people) {
    const { body } = await client.post('/api/payouts/onboarding-link')
    await provider.onboard(body.url, `${SHARED_BANKS}03`)
  }
  await Promise.all(people.map(({ client }) => client.get('/api/payouts/method')))
  const holds = await Promise.all(people.map(getHoldReason))
  expect(holds.sort()).toEqual(['bank_in_review', null])
})

it('reviews the bank account of a banned person', async () => {
  const { app } = provider
  const banned = await makeCaregiver(`${SHARED_BANKS}04`)
  await withTransaction(app.deps.database, (transaction) => banPerson(transaction, app.deps, banned.id))
  await app.deps.database
    .update(payoutAccounts)
    .set({ bankFingerprint: null })
    .where(eq(payoutAccounts.userId, banned.id))
  const next = await makeCaregiver(`${SHARED_BANKS}04`)
  expect(await getHoldReason(next)).toBe('bank_in_review')
  const review = (await listReviews()).find((one: { person_id: number }) => one.person_id === next.id)
  expect(review.matches).toEqual([
    { person_id: banned.id, name: banned.fullName, is_banned: true, is_current: false },
  ])
})

it('reviews a bank account that somebody had before, has closed their account with, or was erased with', async () => {
  const { app } = provider
  const [moved, erased] = [await makeCaregiver(`${SHARED_BANKS}05`), await makeCaregiver(`${SHARED_BANKS}06`)]
  await enterBank(moved, '000123456789')
  await app.deps.database.execute(
    sql`UPDATE users SET closed_at = now() - interval '15 days', is_active = false WHERE id = ${erased.id}`,
  )
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: erased.id })
  for (const [before, account] of [
    [moved, `${SHARED_BANKS}05`],
    [erased, `${SHARED_BANKS}06`],
  ] as const) {
    const next = await makeCaregiver(account)
    expect(await getHoldReason(next)).toBe('bank_in_review')
    const review = (await listReviews()).find((one: { person_id: number }) => one.person_id === next.id)
    expect(review.matches).toMatchObject([{ person_id: before.id, is_banned: false, is_current: false }])
  }
  const { rows } = await app.deps.database.execute(sql`SELECT bank_history::text AS text FROM bank_history`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(SHARED_BANKS)
})

it('bans every bank account that a person had, the earlier ones too', async () => {
  const { app } = provider
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const banned = await makeCaregiver(`${SHARED_BANKS}07`)
  await enterBank(banned, `${SHARED_BANKS}08`)
  await withTransaction(app.deps.database, (transaction) => banPerson(transaction, app.deps, banned.id))
  for (const account of [`${SHARED_BANKS}07`, `${SHARED_BANKS}08`]) {
    const next = await makeCaregiver(account)
    expect(await getHoldReason(next)).toBe('bank_in_review')
    const review = (await listReviews()).find((one: { person_id: number }) => one.person_id === next.id)
    expect(review.matches).toMatchObject([{ person_id: banned.id, is_banned: true }])
    await app.drain()
    const { body } = await support.client.get('/api/admin-panel/ban-matches')
    expect(body.results).toContainEqual(
      expect.objectContaining({
        person_id: next.id,
        matches: [{ trait: 'bank_account', person_id: banned.id, banned_at: expect.any(String) }],
      }),
    )
  }
  expect(await getHoldReason(await makeCaregiver(`${SHARED_BANKS}09`))).toBeNull()
})

it('remembers what staff decided on an account that is entered again', async () => {
  await makeCaregiver(`${SHARED_BANKS}10`)
  const [approved, refused] = [
    await makeCaregiver(`${SHARED_BANKS}10`),
    await makeCaregiver(`${SHARED_BANKS}10`),
  ]
  const find = async ({ id }: TestUser) =>
    (await listReviews()).find((one: { person_id: number }) => one.person_id === id)
  const verdicts = [
    [approved, 'approved'],
    [refused, 'refused'],
  ] as const
  for (const [{ id }, decision] of verdicts) {
    const { opened_at, earlier } = await find({ id } as TestUser)
    expect(earlier).toBeNull()
    expect((await decideOnBank(id, { decision, reason: 'Seen', opened_at })).status).toBe(200)
  }
  for (const person of [approved, refused]) {
    await enterBank(person, '000123456789')
    await enterBank(person, `${SHARED_BANKS}10`)
  }
  expect(await find(approved)).toBeUndefined()
  expect(await getHoldReason(approved)).toBe('bank_changed')
  expect(await find(refused)).toMatchObject({ earlier: { decision: 'refused', at: expect.any(String) } })
  expect(await getHoldReason(refused)).toBe('bank_in_review')
})

it('reviews an approved account again once somebody has come back to it', async () => {
  const [first, second] = [await makeCaregiver(`${SHARED_BANKS}11`), await makeCaregiver(`${SHARED_BANKS}11`)]
  await enterBank(first, '000111111116')
  const find = async ({ id }: TestUser) =>
    (await listReviews()).find((one: { person_id: number }) => one.person_id === id)
  const { opened_at } = await find(second)
  expect((await decideOnBank(second.id, { decision: 'approved', reason: 'Seen', opened_at })).status).toBe(
    200,
  )
  await enterBank(second, '000123456789')
  await enterBank(first, `${SHARED_BANKS}11`)
  await enterBank(second, `${SHARED_BANKS}11`)
  expect(await getHoldReason(second)).toBe('bank_in_review')
})

it('takes no decision that didn’t see who came to have the account, or was banned with it, since', async () => {
  const { app } = provider
  const [banned, second] = [
    await makeCaregiver(`${SHARED_BANKS}12`),
    await makeCaregiver(`${SHARED_BANKS}12`),
  ]
  const find = async () =>
    (await listReviews()).find((one: { person_id: number }) => one.person_id === second.id)
  const approve = async (openedAt: string) =>
    (await decideOnBank(second.id, { decision: 'approved', reason: 'A couple', opened_at: openedAt })).status
  const alone = await find()
  const third = await makeCaregiver(`${SHARED_BANKS}12`)
  expect(await approve(alone.opened_at)).toBe(409)
  const withThird = await find()
  expect(withThird.matches.map((one: { person_id: number }) => one.person_id)).toContain(third.id)
  await withTransaction(app.deps.database, (transaction) => banPerson(transaction, app.deps, banned.id))
  expect(await approve(withThird.opened_at)).toBe(409)
  expect(await getHoldReason(second)).toBe('bank_in_review')
  const withBan = await find()
  expect(withBan.matches).toContainEqual(expect.objectContaining({ person_id: banned.id, is_banned: true }))
  expect(await approve(withBan.opened_at)).toBe(200)
})

it('stores nothing of an erased person’s bank account that the provider tells of later', async () => {
  const { app } = provider
  const erased = await makeUser(app, { role: 'caregiver' })
  const { body } = await erased.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url, `${SHARED_BANKS}13`)
  await provider.deliverEvents()
  await app.deps.database.execute(
    sql`UPDATE users SET closed_at = now() - interval '15 days', is_active = false WHERE id = ${erased.id}`,
  )
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: erased.id })
  const emails = (await listEmailsTo(app, erased.email)).length
  await makeCaregiver(`${SHARED_BANKS}13`)
  await provider.onboard(body.url, `${SHARED_BANKS}13`)
  await provider.deliverEvents()
  const [account] = await app.deps.database
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, erased.id))
  expect(account).toMatchObject({ bankFingerprint: null, bankLast4: null, payoutsEnabled: false })
  expect((await listReviews()).map((one: { person_id: number }) => one.person_id)).not.toContain(erased.id)
  expect(await listEmailsTo(app, erased.email)).toHaveLength(emails)
})

it('is for finance staff alone', async () => {
  const support = await makeUser(provider.app, { role: 'admin', staffRole: 'support' })
  expect((await support.client.get('/api/admin-panel/bank-reviews')).status).toBe(403)
  const caregiver = await makeUser(provider.app, { role: 'caregiver' })
  const body = { decision: 'approved', reason: 'Mine', opened_at: '2026-01-01T00:00:00Z' }
  expect(
    (await caregiver.client.post(`/api/admin-panel/bank-reviews/${caregiver.id}/decision`, body)).status,
  ).toBe(403)
  expect((await decideOnBank(999_999, body)).status).toBe(404)
})

it('waits 48 hours with a first bank account from a new device, and not with one from the owner’s', async () => {
  const { app } = provider
  const owner = await makeUser(app, { role: 'caregiver' })
  await app.advance(60)
  const thief = { ...owner, client: await logInAgain(app, owner) }
  await enterBank(thief, '000123456789')
  const { payable_from: from, held_because: why } = (await thief.client.get('/api/payouts/method')).body
  expect(why).toBe('bank_added')
  expect(Date.parse(from) - app.deps.clock.now().getTime()).toBeGreaterThan(47 * 3_600_000)
  expect((await thief.client.post('/api/payouts', { amount: 1 })).status).toBe(409)
  const mail = (await listEmailsTo(app, owner.email)).at(-1)
  expect(mail?.subject).toBe('Your bank details were added')
  expect(mail?.text).toContain('you can withdraw from')
  await app.advance(2 * MINUTES_PER_DAY)
  expect(await getHoldReason({ ...owner, client: await logInAgain(app, owner) })).toBeNull()

  const other = await makeCaregiver('000123456789')
  expect(await getHoldReason(other)).toBeNull()
})
