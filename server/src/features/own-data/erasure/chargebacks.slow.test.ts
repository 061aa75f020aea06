/** Nobody is gone before a bank has decided. @see docs/rules/own-data.md#evidence-of-reports-and-disputes */
import { DAY_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  findAccount,
  listEmailsTo,
  makeSignupBody,
  signUp,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  checkout,
  confirm,
  makeAcceptedRequest,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { findRequestPayment, releasePayment } from '../../payments/index.ts'
import { eraseAccount } from './erasure.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe({}, { isAlone: false })
  // What caregivers have withdrawn is no longer at the provider.
  provider.stripe.moveBalance(1_000_000, 'topup', 'tu_1')
})
afterAll(() => provider.close())

const select = async (query: ReturnType<typeof sql>) => (await provider.app.deps.database.execute(query)).rows
const close = ({ client, email }: TestUser) => client.post('/api/account/close', { email })
const listObstacles = async ({ client }: TestUser) =>
  (await client.get('/api/account/closing')).body.obstacles
const listHashes = ({ id }: TestUser) =>
  select(sql`SELECT trait FROM bans WHERE user_id = ${id} ORDER BY trait`)

/** A visit of $500.00 that is over and whose money the caregiver has withdrawn, and its charge. */
async function makeWithdrawn(): Promise<TestRequest & { chargeId: string }> {
  const { app } = provider
  const caregiver = await makeListedCaregiver(app, { rateCents: 50_000 })
  await openHours(caregiver, dateIn(app, 7))
  const family = await makeFamily(app)
  const windows = [{ date: dateIn(app, 7), start: '09:00', end: '10:00' }]
  const request = await makeAcceptedRequest(app, { caregiver, family, windows })
  await provider.pay(await checkout(request))
  await provider.deliverEvents()
  await confirm(request)
  await select(sql`UPDATE request_windows SET starts_at = starts_at - interval '9 days',
    ends_at = ends_at - interval '9 days' WHERE request_id = ${request.id}`)
  await withTransaction(app.deps.database, (transaction) =>
    releasePayment(transaction, app.deps, request.id, app.deps.clock.now()),
  )
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url)
  await provider.deliverEvents()
  expect((await caregiver.client.post('/api/payouts', { amount: 500 })).status).toBe(201)
  await provider.deliverEvents()
  await provider.endPayouts('paid')
  const payment = await findRequestPayment(app.deps.database, request.id)
  return { ...request, chargeId: payment?.chargeId ?? '' }
}

/** Erases them as if they had closed their accounts 15 days ago. */
async function eraseNow(...people: TestUser[]): Promise<void> {
  const closedAt = new Date(provider.app.deps.clock.now().getTime() - 15 * DAY_MS).toISOString()
  for (const { id } of people) {
    await select(sql`UPDATE users SET closed_at = ${closedAt}, is_active = false WHERE id = ${id}`)
    await eraseAccount(provider.app.deps, PERSONAL_DATA, { userId: id })
  }
}

it('refuses to close an account while a bank decides about its money, whatever is left here', async () => {
  const { family, caregiver, chargeId } = await makeWithdrawn()
  expect([await listObstacles(family), await listObstacles(caregiver)]).toEqual([[], []])
  provider.stripe.dispute(chargeId)
  await provider.deliverEvents()
  expect(await listObstacles(family)).toEqual([
    {
      kind: 'chargebacks',
      message:
        'Your bank is deciding about a payment of yours. You can close your account once it has decided',
    },
  ])
  expect(await listObstacles(caregiver)).toEqual([
    {
      kind: 'chargebacks',
      message:
        'A family’s bank is deciding about a payment to you. You can close your account once it has decided',
    },
  ])
  for (const person of [family, caregiver]) {
    expect(await close(person)).toMatchObject({ status: 409, body: { code: 'account_in_use' } })
  }
})

it('keeps who was paid and who paid until the bank has decided, and their hashes after a lost one', async () => {
  const { family, caregiver, chargeId } = await makeWithdrawn()
  const id = provider.stripe.dispute(chargeId)
  await provider.deliverEvents()
  await eraseNow(family, caregiver)
  for (const { email } of [family, caregiver]) {
    expect(await findAccount(provider.app, email)).toBeTruthy()
    expect((await listEmailsTo(provider.app, email)).at(-1)?.text).toContain(
      'a bank’s decision about a payment',
    )
  }
  expect(await listHashes(caregiver)).toEqual([
    { trait: 'bank_account' },
    { trait: 'browser' },
    { trait: 'email' },
  ])
  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  // Decided so long ago that it holds nothing any more.
  await select(sql`UPDATE chargebacks SET opened_at = opened_at - interval '200 days',
    closed_at = closed_at - interval '181 days'`)
  await provider.app.deps.jobs.sweep()
  await provider.app.drain()
  for (const { id: userId, email } of [family, caregiver]) {
    expect(await select(sql`SELECT full_name FROM users WHERE id = ${userId}`)).toEqual([
      { full_name: 'Former member' },
    ])
    expect((await signUp(provider.app, makeSignupBody({ email, role: 'caregiver' }))).status).toBe(201)
    expect(await findAccount(provider.app, email)).toBeFalsy()
  }
  expect(await listHashes(caregiver)).toEqual([
    { trait: 'bank_account' },
    { trait: 'browser' },
    { trait: 'email' },
  ])
})

it('keeps nothing once the bank has left the payment here, nor of a family that may pay again', async () => {
  const { family, caregiver, chargeId } = await makeWithdrawn()
  const id = provider.stripe.dispute(chargeId)
  await provider.deliverEvents()
  await eraseNow(family, caregiver)
  provider.stripe.endDispute(id, 'won')
  await provider.deliverEvents()
  await provider.app.deps.jobs.sweep()
  await provider.app.drain()
  for (const person of [family, caregiver]) {
    expect(await listHashes(person)).toEqual([])
    expect(await findAccount(provider.app, person.email)).toBeFalsy()
  }
  const other = await makeWithdrawn()
  const lost = provider.stripe.dispute(other.chargeId)
  await provider.deliverEvents()
  provider.stripe.endDispute(lost, 'lost')
  await provider.deliverEvents()
  await select(sql`UPDATE chargebacks SET cleared_at = closed_at WHERE status = 'lost'`)
  await eraseNow(other.family)
  expect(await listHashes(other.family)).toEqual([])
})

it('waits for a bank that opens a case after the account was closed', async () => {
  const { family, chargeId } = await makeWithdrawn()
  expect((await close(family)).status).toBe(200)
  provider.stripe.dispute(chargeId)
  await provider.deliverEvents()
  for (const days of [15, 15]) {
    await provider.app.advance(days * MINUTES_PER_DAY)
    await provider.app.drain()
    expect(await findAccount(provider.app, family.email)).toBeTruthy()
  }
})
