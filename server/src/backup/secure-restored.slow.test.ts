/** What happened after a backup, and isn't in it. @see docs/operations.md#what-a-restore-brings-back */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { backUp, move, type Place, placeOf, restore, secureRecovered } from '../../test/backup.ts'
import { runCommand } from '../../test/command.ts'
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import {
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../test/factories/accounts.ts'
import { makeCheckout } from '../../test/factories/payments.ts'
import { logInAgain } from '../../test/factories/profiles.ts'
import { makeEarner, openStripe } from '../../test/factories/providers.ts'
import { CONNECT_SECRET, SECRET_KEY, WEBHOOK_SECRET } from '../../test/stripe/stand-in.ts'
import { run as verifyAudit } from '../commands/audit-verify.ts'
import { refundPayment } from '../features/payments/index.ts'
import { withTransaction } from '../platform/database/database.ts'

let root: string
let backup: string
let empty: TestDatabase
let target: Place & { databaseUrl: string }
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-restored-'))
  backup = path.join(root, 'backup')
  empty = await createEmptyDatabase()
  target = { databaseUrl: empty.url, dataDir: path.join(root, 'data') }
})
afterEach(async () => {
  await empty.drop()
  await rm(root, { recursive: true, force: true })
})

const choosePassword = (app: TestApp, token: string, password: string) =>
  app.visitor.post('/api/auth/password/reset/confirm', { token, password, confirm_password: password })

type Lost = { owner: TestUser; resetToken: string; notMeToken: string; lostId: number }

/**
 * A backup, and what follows it: the owner resets their password, and somebody else signs up and changes
 * theirs.
 */
async function backUpThenGoOn(): Promise<Lost> {
  const app = await testApp()
  const owner = await makeUser(app, { role: 'caretaker' })
  const resetToken = await requestResetToken(app, owner.email)
  expect(await backUp(placeOf(app), backup)).toMatchObject({ code: 0 })
  expect((await choosePassword(app, resetToken, 'the secret after 77')).status).toBe(200)
  expect((await refreshSession(app, owner.refresh)).status).toBe(401)
  const lost = await makeUser(app, { role: 'caretaker' })
  const change = {
    current_password: PASSWORD,
    password: 'another secret 4411',
    confirm_password: 'another secret 4411',
  }
  expect((await lost.client.post('/api/auth/password/change', change)).status).toBe(200)
  const text = (await listEmailsTo(app, lost.email)).at(-1)?.text ?? ''
  const notMeToken = /\/not-me\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
  await app.close()
  return { owner, resetToken, notMeToken, lostId: lost.id }
}

async function expectSecured({ owner, resetToken, notMeToken, lostId }: Lost): Promise<void> {
  const app = await testApp({ DATA_DIR: target.dataDir }, { databaseUrl: target.databaseUrl })
  expect((await refreshSession(app, owner.refresh)).status).toBe(401)
  expect((await choosePassword(app, resetToken, 'the secret of a thief 12')).status).toBe(400)
  const other = await makeUser(app, { role: 'caretaker' })
  expect(other.id).toBeGreaterThan(lostId + 9_000)
  const notMe = await app.visitor.post('/api/auth/not-me', { token: notMeToken })
  expect([notMe.status, notMe.body.reset_token]).toEqual([404, undefined])
  expect((await logIn(app, other.email)).status).toBe(200)
  // The owner logs in with the password that they had, and hears of it, as would be so with a thief's.
  expect((await logIn(app, owner.email)).status).toBe(200)
  const subjects = (await listEmailsTo(app, owner.email)).map(({ subject }) => subject)
  expect(subjects).toContain('New login to your Tendwell account')
  await app.advance(2)
  await app.close()
  // The audit log's chain goes on over the gap of ids.
  expect(await runCommand(verifyAudit, { env: { DATABASE_URL: target.databaseUrl } })).toMatchObject({
    code: 0,
  })
}

test('what ended after a backup stays ended, and nobody gets an id that was given out since', async () => {
  const lost = await backUpThenGoOn()
  const restored = await restore(backup, target)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Everyone has to log in again') })
  await expectSecured(lost)
})

test('the same after a recovery by other means, and the command says what it needs', async () => {
  const lost = await backUpThenGoOn()
  expect(await move(backup, target)).toMatchObject({ code: 0 })
  expect(await secureRecovered('yesterday', target)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('needs a time'),
  })
  const secured = await secureRecovered(new Date().toISOString(), target)
  expect(secured).toMatchObject({ code: 0, output: expect.stringMatching(/^Secured/) })
  await expectSecured(lost)
})

test('a payout and a refund that were sent after a backup are not sent again, also once the provider forgot their keys', async () => {
  const provider = await openStripe()
  const { stripe } = provider
  // Enough to send all of it twice.
  stripe.moveBalance(100_000, 'topup', 'tu_1')
  const caregiver = await makeEarner(provider, 9_000)
  const paid = await makeCheckout(provider.app, { payee: caregiver, amountCents: 7_000 })
  await provider.pay(paid.checkoutUrl)
  await provider.deliverEvents()
  await withTransaction(provider.app.deps.database, (transaction) =>
    refundPayment(transaction, provider.app.deps, paid.paymentId, 'The hours were taken'),
  )
  expect((await caregiver.client.post('/api/payouts', { amount: 40 })).status).toBe(201)
  expect(await backUp(placeOf(provider.app), backup)).toMatchObject({ code: 0 })
  await provider.app.drain()
  expect((await caregiver.client.post('/api/payouts', { amount: 20 })).status).toBe(201)
  await provider.app.drain()
  const listSent = (object: string) =>
    [...stripe.things.values()].filter((one) => one.object === object).map(({ amount }) => amount)
  const expectSentOnce = () =>
    expect(['transfer', 'payout', 'refund'].map(listSent)).toEqual([[4_000, 2_000], [4_000, 2_000], [7_000]])
  expectSentOnce()

  expect(await restore(backup, target)).toMatchObject({ code: 0 })
  stripe.forgetKeys()
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${CONNECT_SECRET}`,
    STRIPE_API_BASE: stripe.url,
    DATA_DIR: target.dataDir,
  }
  const app = await testApp(settings, { databaseUrl: target.databaseUrl })
  await app.drain()
  expectSentOnce()
  const client = await logInAgain(app, caregiver)
  expect((await client.get('/api/payouts/me')).body.results).toMatchObject([
    { amount: 40, status: 'processing' },
  ])
  await app.close()
  await provider.close()
})
