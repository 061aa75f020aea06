import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../test/app.ts'
import { listEmailsTo, makeUser } from '../../../test/factories/accounts.ts'
import { earn, makeEarner, openStripe } from '../../../test/factories/providers.ts'
import { AppError } from '../../platform/errors.ts'
import { ProviderRefusal } from '../../ports/payments/port.ts'
import { verifyLedger } from '../reconciliation/index.ts'
import { processPayout } from './paying-out/process.ts'
import { findPayout, listPayouts } from './queries.ts'
import { payoutAccounts } from './tables.ts'

type Opened = Awaited<ReturnType<typeof openStripe>>

let provider: Opened
beforeAll(async () => {
  provider = await openStripe()
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  expect(provider.stripe.complaints).toEqual([])
  await provider.close()
})

const listPayoutsOf = async (userId: number) =>
  (await listPayouts(provider.app.deps.database, userId, { page: 1, page_size: 10 })).results

const countStripeObjects = (object: string) =>
  [...provider.stripe.things.values()].filter((thing) => thing.object === object).length

describe('withdrawals', () => {
  test('wait while the provider still checks the caregiver’s account', async () => {
    const { client, id } = await makeEarner(provider, 5_000)
    const account = [...provider.stripe.things.values()].findLast(({ object }) => object === 'account')
    Object.assign(account ?? {}, { payouts_enabled: false })
    await provider.app.deps.database
      .update(payoutAccounts)
      .set({ payoutsEnabled: false })
      .where(eq(payoutAccounts.userId, id))
    expect(await client.post('/api/payouts', { amount: 50 })).toMatchObject({
      status: 409,
      body: { detail: 'Your payout account is still being checked. Please try again later' },
    })
    expect(await listPayoutsOf(id)).toEqual([])
  })

  test('take exactly what the balance holds, 20 in parallel', async () => {
    const { client } = await makeEarner(provider, 10_000)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.post('/api/payouts', { amount: 15 }, { 'idempotency-key': `race-${index}` }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(6)
    expect(
      statuses.filter((status) => status !== 201).every((status) => status === 400 || status === 409),
    ).toBe(true)
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(10)
    await provider.deliverEvents()
    await provider.endPayouts('paid')
    const { body } = await client.get('/api/payouts/me?status=paid&page_size=100')
    expect(body.count).toBe(6)
    expect(
      new Set(body.results.map((row: { provider_payout_id: string }) => row.provider_payout_id)).size,
    ).toBe(6)
  })

  test('are rejected with a message for a wrong amount', async () => {
    const { client } = await makeEarner(provider, 5_000)
    const amounts: [unknown, string][] = [
      [0, 'Enter an amount above 0, with at most two decimals'],
      [-1, 'Enter an amount above 0, with at most two decimals'],
      [1.005, 'Enter an amount above 0, with at most two decimals'],
      ['5,00', 'Enter an amount above 0, with at most two decimals'],
      [50.01, 'You can withdraw at most $50.00'],
      [2_000_000, 'You can withdraw at most $50.00'],
      [999_999_999_999.99, 'You can withdraw at most $50.00'],
      [1_000_000_000_000, 'Enter a smaller amount'],
    ]
    for (const [amount, message] of amounts) {
      const { status, body } = await client.post('/api/payouts', { amount })
      expect([amount, status, body.amount]).toEqual([amount, 400, [message]])
    }
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(50)
    expect((await client.get('/api/payouts/me')).body.count).toBe(0)
  })

  test('are listed two a page, newest first, by status, and only to their caregiver', async () => {
    const { client } = await makeEarner(provider, 5_000)
    for (const amount of [1, 2, 3]) await client.post('/api/payouts', { amount })
    const { body } = await client.get('/api/payouts/me')
    expect([body.count, body.results.map((row: { amount: number }) => row.amount)]).toEqual([3, [3, 2]])
    expect((await client.get('/api/payouts/me?page=2')).body.results).toMatchObject([{ amount: 1 }])
    expect((await client.get('/api/payouts/me?status=paid')).body.count).toBe(0)
    expect((await client.get('/api/payouts/me?status=returning')).status).toBe(400)
    const stranger = await makeUser(provider.app, { role: 'caregiver' })
    expect((await stranger.client.get('/api/payouts/me')).body.count).toBe(0)
    await provider.deliverEvents()
  })

  test('whose answer is lost after the commit are made once and answered the same again', async () => {
    const { token, client } = await makeEarner(provider, 5_000)
    const cut = await cuttingProxy(provider.app.url)
    const send = async (url: string) => {
      const response = await fetch(`${url}/api/payouts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'cut-1',
        },
        body: JSON.stringify({ amount: 20 }),
      })
      return { status: response.status, body: await response.json() }
    }
    await expect(send(cut.url)).rejects.toThrow()
    const again = await Promise.all([send(provider.app.url), send(provider.app.url)])
    expect(again[0]).toEqual(again[1])
    expect(again[0]?.status).toBe(201)
    expect((await client.get('/api/payouts/me')).body.count).toBe(1)
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(30)
    const other = await client.post('/api/payouts', { amount: 1 }, { 'idempotency-key': 'cut-1' })
    expect(other.status).toBe(409)
    await cut.close()
    await provider.deliverEvents()
  })
})

describe('at the provider', () => {
  test.each(['transfer.create', 'payout.create'])('does not repeat %s after a lost answer', async (call) => {
    const { id, client } = await makeEarner(provider, 5_000)
    const [transfers, payouts] = [countStripeObjects('transfer'), countStripeObjects('payout')]
    // The SDK retries once; the job recovers from the second loss.
    provider.stripe.injectFaults(call, 'answer lost', 'answer lost')
    await client.post('/api/payouts', { amount: 50 })
    await provider.deliverEvents()
    await provider.app.advance(30)
    await provider.deliverEvents()
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'processing' }])
    expect([countStripeObjects('transfer') - transfers, countStripeObjects('payout') - payouts]).toEqual([
      1, 1,
    ])
    await provider.endPayouts('paid')
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'paid' }])
  })

  test('waits for a balance that is too small, with a new key for each attempt', async () => {
    const { id, client } = await makeEarner(provider, 5_000)
    provider.stripe.injectFaults('transfer.create', 'no balance', 'no balance')
    await client.post('/api/payouts', { amount: 50 })
    await provider.deliverEvents()
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'pending' }])
    await provider.app.advance(11)
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'pending' }])
    await provider.app.advance(11)
    await provider.deliverEvents()
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'processing' }])
    await provider.endPayouts('paid')
  })

  test('completes a payout whose webhooks were all lost', async () => {
    const { id, client } = await makeEarner(provider, 5_000)
    await client.post('/api/payouts', { amount: 50 })
    await provider.deliverEvents()
    for (const thing of provider.stripe.things.values()) {
      if (thing.object === 'payout' && thing.status === 'pending')
        provider.stripe.endPayout(thing.id, 'failed')
    }
    provider.stripe.takeEvents()
    await provider.app.advance(11)
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'failed' }])
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(50)
  })

  test('makes a payout that the bank returns days later available again, and says both', async () => {
    const { id, client, email } = await makeEarner(provider, 5_000)
    await client.post('/api/payouts', { amount: 50 })
    await provider.deliverEvents()
    await provider.endPayouts('paid')
    const { body } = await client.get('/api/payouts/me')
    provider.stripe.endPayout(body.results[0].provider_payout_id, 'failed')
    await provider.deliverEvents()
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'failed' }])
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(50)
    const emails = await listEmailsTo(provider.app, email)
    expect(emails.slice(-3).map(({ subject }) => subject)).toEqual([
      'We received your request to pay out $50.00',
      'Your payout of $50.00 has arrived',
      'Your payout of $50.00 didn’t go through',
    ])
    expect(emails.at(-1)?.text).toContain('to your bank account ending in 6789 didn’t go through')
  })

  test('ignores repeated, late and foreign events', async () => {
    const { id, client } = await makeEarner(provider, 5_000)
    await client.post('/api/payouts', { amount: 50 })
    await provider.app.drain()
    const before = provider.stripe.takeEvents()
    await provider.endPayouts('paid')
    for (const { body, signature } of [...before, ...before].reverse()) {
      await provider.app.visitor.post('/api/payments/webhooks/stripe', body, {
        'stripe-signature': signature,
      })
    }
    await provider.app.drain()
    expect(await listPayoutsOf(id)).toMatchObject([{ status: 'paid' }])
    const { rows } = await provider.app.deps.database.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ledger_transactions WHERE category = 'payout_paid' AND key LIKE '%payout_paid'`,
    )
    expect(rows[0]?.count).toBe(
      [...provider.stripe.things.values()].filter(
        ({ object, status }) => object === 'payout' && status === 'paid',
      ).length + 1,
    )
  })

  test('counts a refusal once that two processes received, so that the next attempt is made', async () => {
    const { app } = provider
    const { client } = await makeEarner(provider, 5_000)
    const { body } = await client.post('/api/payouts', { amount: 50 })
    const { payments } = app.deps
    const { transfer } = payments
    let calls = 0
    payments.transfer = async () => {
      calls += 1
      // Another process is refused too and records it first.
      if (calls === 1) await processPayout(app.deps, body.id)
      throw new ProviderRefusal('Insufficient funds', 'balance_insufficient', true)
    }
    await processPayout(app.deps, body.id)
    payments.transfer = transfer
    expect(calls).toBe(2)
    expect(await findPayout(app.deps.database, body.id)).toMatchObject({ status: 'pending', refusals: 1 })
    await app.advance(11)
    await provider.deliverEvents()
    await provider.endPayouts('paid')
    expect(await findPayout(app.deps.database, body.id)).toMatchObject({ status: 'paid', refusals: 1 })
  })

  test('answers 503 while Stripe cannot be reached, and loses nothing', async () => {
    const caregiver = await makeUser(provider.app, { role: 'caregiver' })
    provider.stripe.injectFaults('account.create', 'limited')
    const client = createClient(provider.app.url, caregiver.token, { repeats: false })
    const answer = await client.post('/api/payouts/onboarding-link')
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    expect((await caregiver.client.post('/api/payouts/onboarding-link')).status).toBe(200)
    await earn(provider, caregiver, 100)
  })

  // Last, because Stripe uses the machine's clock: no checkout can be opened after this.
  test('notifies admins once of a payout without news for ten days', async () => {
    const { app } = provider
    const { client } = await makeEarner(provider, 5_000)
    const { body } = await client.post('/api/payouts', { amount: 50 })
    await provider.deliverEvents()
    const { payments, jobs } = app.deps
    const { payoutState } = payments
    const { publish } = jobs
    const published: { name: string }[] = []
    jobs.publish = (transaction, name, payload) => {
      published.push({ name, ...payload })
      return publish(transaction, name, payload)
    }
    payments.payoutState = () => Promise.reject(new AppError(503, 'unavailable', 'Not now'))
    const stuck = () => published.filter(({ name }) => name === 'payout.stuck')
    await app.advance(9 * MINUTES_PER_DAY)
    expect(stuck()).toEqual([])
    await app.advance(25 * 60)
    expect(stuck()).toEqual([{ name: 'payout.stuck', payoutId: body.id }])
    await app.advance(MINUTES_PER_DAY)
    expect(stuck()).toHaveLength(1)
    payments.payoutState = payoutState
    jobs.publish = publish
    await provider.endPayouts('paid')
  })
})

/** A proxy that forwards calls and cuts the connection when the answer arrives. */
async function cuttingProxy(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const forward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => outgoing.destroy())
    })
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
