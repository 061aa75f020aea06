import type { Difference, ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectTo } from '../../../test/database.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { makeCheckout } from '../../../test/factories/payments.ts'
import { makeEarner, openStripe } from '../../../test/factories/providers.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { findRequestPayment, refundPayment } from '../payments/index.ts'
import { comparePayouts } from './compare-payouts.ts'
import { reconcile } from './index.ts'
import { listRecordedMovements } from './queries.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe()
})
afterAll(() => provider.close())

const listReports = async () => {
  const admin = await makeUser(provider.app, { role: 'admin' })
  return (await admin.client.get('/api/admin-panel/reconciliation/')).body
}

test('finds no difference in a day of payments and payouts, then each kind, and notifies admins', async () => {
  const { app, stripe } = provider
  const { client } = await makeEarner(provider, 20_000)
  for (const [amount, end] of [
    [50, 'paid'],
    [30, 'failed'],
  ] as const) {
    await client.post('/api/payouts', { amount })
    await provider.deliverEvents()
    await provider.endPayouts(end)
  }
  await app.advance(120)
  const first = (await listReports()).results[0]
  expect(first).toMatchObject({ difference_count: 0, differences: [], provider: 'stripe' })
  expect((await reconcile(app.deps)).differenceCount).toBe(0)

  // Changes at the provider that we did not make: a transfer, a lost charge, another amount.
  const payout = [...stripe.things.values()].find(
    ({ object, status }) => object === 'payout' && status === 'paid',
  )
  if (payout) payout.status = 'failed'
  await app.deps.database.$client.query("UPDATE payments SET charge_id = 'ch_lost' WHERE id = 1")
  const { differenceCount } = await reconcile(app.deps)
  expect(differenceCount).toBe(3)
  const { results } = await listReports()
  expect(results[0].differences.map((row: { kind: string }) => row.kind)).toEqual([
    'missing_at_provider',
    'missing_here',
    'status_differs',
  ])
  await expect(app.deps.database.$client.query('DELETE FROM reconciliations')).rejects.toThrow('written once')
})

describe('a single difference', () => {
  const reconcileAndRead = async (): Promise<ReconciliationDifference[]> => {
    await reconcile(provider.app.deps)
    return (await listReports()).results[0].differences
  }

  test('reports a refund that failed days later without a webhook, and makes it again', async () => {
    const { app, stripe } = provider
    const { checkoutUrl, paymentId, requestId } = await makeCheckout(app)
    await provider.pay(checkoutUrl, 'never')
    await provider.deliverEvents()
    await withTransaction(app.deps.database, (tx) =>
      refundPayment(tx, app.deps, paymentId, 'Another was first'),
    )
    await provider.deliverEvents()
    const getStatus = async () => (await findRequestPayment(app.deps.database, requestId))?.status
    expect(await getStatus()).toBe('refunded')
    const refund = [...stripe.things.values()].filter(({ object }) => object === 'refund').at(-1)
    stripe.endRefund(refund?.id, 'failed')
    expect(stripe.takeEvents().map(({ event }) => event.type)).toContain('refund.failed')
    await app.advance(61)
    expect(await getStatus()).toBe('refunded')

    expect((await reconcileAndRead()).filter(({ reference }) => reference === refund?.id)).toEqual([
      {
        kind: 'status_differs',
        reference: refund?.id,
        ours_usd: -220,
        provider_usd: null,
        detail: 'Our status is succeeded; the provider’s is failed',
      },
    ])
    await app.drain()
    expect(await getStatus()).toBe('refunding')
    await provider.fixCards()
    await app.advance(11)
    await provider.deliverEvents()
    expect(await getStatus()).toBe('refunded')
    await app.advance(61)
    expect((await reconcileAndRead()).filter(({ reference }) => reference.startsWith('re_'))).toEqual([])
  })

  test('reports a payout that the provider does not return, and compares the rest', async () => {
    const { app, stripe } = provider
    const { client } = await makeEarner(provider, 1_000)
    await client.post('/api/payouts', { amount: 10 })
    await provider.deliverEvents()
    await provider.endPayouts('paid')
    await app.advance(61)
    // The newest payout is compared first.
    stripe.injectFaults('payout.retrieve', 'no access')
    const differences = await reconcileAndRead()
    expect(differences.filter(({ detail }) => detail.startsWith('Could not be compared'))).toEqual([
      {
        kind: 'status_differs',
        reference: expect.stringMatching(/^po_/),
        ours_usd: 10,
        provider_usd: null,
        detail: expect.stringContaining('403 : The provided key does not have access to this account'),
      },
    ])
    expect(differences.length).toBeGreaterThan(1)
  })

  test('reports movements that we did not cause, except the platform’s own', async () => {
    const { app, stripe } = provider
    stripe.moveBalance(-700, 'adjustment', 'du_chargeback')
    stripe.moveBalance(-20, 'reserve_hold', 'rsv_held')
    stripe.moveBalance(-1, 'something_new', 'x_new')
    const own = ['payout', 'payout_failure', 'topup', 'topup_reversal', 'stripe_fee', 'tax_fee']
    for (const type of own) stripe.moveBalance(5, type, `own_${type}`)
    await app.advance(61)
    const reported = (await reconcileAndRead()).filter(({ kind }) => kind === 'missing_here')
    expect(reported).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reference: 'du_chargeback', provider_usd: -7 }),
        expect.objectContaining({ reference: 'rsv_held', provider_usd: -0.2 }),
        expect.objectContaining({ reference: 'x_new', provider_usd: -0.01 }),
      ]),
    )
    expect(reported.filter(({ reference }) => reference.startsWith('own_'))).toEqual([])
  })

  test('reports a ledger that could not be verified', async () => {
    const client = await connectTo(provider.app.databaseUrl)
    await client.query('BEGIN')
    await client.query('LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE')
    const differences = await reconcileAndRead()
    await client.query('COMMIT')
    await client.end()
    expect(differences.filter(({ kind }) => kind === 'ledger_broken')).toMatchObject([
      { detail: expect.stringContaining('The ledger could not be checked') },
    ])
    expect((await reconcileAndRead()).filter(({ kind }) => kind === 'ledger_broken')).toEqual([])
  })
})

describe('differences', () => {
  const path = '/api/admin-panel/reconciliation'
  const find = async (reference: string) => {
    const finance = await makeUser(provider.app, { role: 'admin', staffRole: 'finance', fullName: 'Finn' })
    const { body } = await finance.client.get(`${path}/differences?page_size=100`)
    const { results } = body as { results: Difference[] }
    return { finance, results, found: results.filter((row) => row.reference === reference) }
  }

  test('are listed once, however often they are found, and lead to what they are about', async () => {
    await provider.app.deps.database.$client.query("UPDATE payments SET charge_id = 'ch_twice' WHERE id = 1")
    await reconcile(provider.app.deps)
    await reconcile(provider.app.deps)
    expect((await find('ch_twice')).found).toMatchObject([
      { kind: 'missing_at_provider', record: { kind: 'payment', id: 1 }, resolved: null },
    ])
  })

  test('are resolved once, with a note, and come after the open ones', async () => {
    const { finance, found, results } = await find('ch_twice')
    const id = found[0]?.id ?? 0
    const resolve = (by: TestUser, body: unknown) => by.client.post(`${path}/${id}/resolve`, body)
    const support = await makeUser(provider.app, { role: 'admin', staffRole: 'support' })
    expect((await resolve(support, { note: 'Seen' })).status).toBe(403)
    expect(await resolve(finance, { note: ' ' })).toMatchObject({
      status: 400,
      body: { note: ['Note is required'] },
    })
    expect((await resolve(finance, { note: 'x'.repeat(1_001) })).status).toBe(400)
    expect((await resolve(finance, { note: ' Changed by hand ' })).body).toEqual({
      message: 'Difference resolved',
    })
    expect(await resolve(finance, { note: 'Again' })).toMatchObject({
      status: 409,
      body: { detail: 'This difference is resolved already' },
    })
    expect((await finance.client.post(`${path}/999999/resolve`, { note: 'x' })).status).toBe(404)

    const { body } = await finance.client.get(`${path}/differences?page_size=100`)
    expect(body.count).toBe(results.length)
    expect(body.results.at(-1)).toMatchObject({
      id,
      resolved: { by: { id: finance.id, name: 'Finn' }, note: 'Changed by hand' },
    })
    expect((await finance.client.get(`${path}/differences?id=${id}`)).body.results).toMatchObject([{ id }])
    const admin = await makeUser(provider.app, { role: 'admin' })
    const audited = await admin.client.get('/api/admin-panel/audit?action=reconciliation.resolved')
    expect(audited.body.results).toMatchObject([
      { subject: `difference:${id}`, after: { note: 'Changed by hand' } },
    ])
  })

  test('that are resolved alert nobody when they are found again', async () => {
    const { database, jobs } = provider.app.deps
    const publish = vi.spyOn(jobs, 'publish')
    const listAlerts = () => publish.mock.calls.filter(([, name]) => name.startsWith('reconciliation.'))
    const { differenceCount } = await reconcile(provider.app.deps)
    const { found } = await find('ch_twice')
    expect(found[0]?.resolved).not.toBeNull()
    expect(listAlerts()).toMatchObject([
      [{}, 'reconciliation.differences-found', { differenceCount: differenceCount - 1 }],
    ])
    await database.$client.query(
      "UPDATE reconciliation_differences SET resolved_at = now(), resolved_by = 1, note = 'Seen'",
    )
    expect((await reconcile(provider.app.deps)).differenceCount).toBe(differenceCount)
    expect(listAlerts()).toHaveLength(1)
    publish.mockRestore()
  })
})

describe('with many rows', () => {
  const past = { from: new Date('2020-01-01'), until: new Date('2020-02-01') }

  test('finds 70,000 references in one statement', async () => {
    const references = Array.from({ length: 70_000 }, (_, index) => `ch_${index}`)
    expect(await listRecordedMovements(provider.app.deps.database, 'stripe', past, references)).toEqual([])
  })

  test('compares eight payouts at a time, each once, until the time is up, and finds another amount', async () => {
    const { deps } = provider.app
    const { id } = await makeUser(provider.app, { role: 'caregiver' })
    await deps.database.$client.query(`
      INSERT INTO payouts (user_id, provider, account_id, amount_cents, status, provider_payout_id, created_at, updated_at)
      SELECT ${id}, 'stripe', 'acct_1', 100, 'paid', 'po_many' || n, '2020-01-15', '2020-01-15'
      FROM generate_series(1, 40) AS n`)
    const asked: string[] = []
    let [underWay, most, late] = [0, 0, 0]
    const payments = {
      ...deps.payments,
      async payoutState(_account: string, payoutId: string) {
        asked.push(payoutId)
        underWay += 1
        most = Math.max(most, underWay)
        await Promise.resolve()
        underWay -= 1
        const amountCents = payoutId === 'po_many7' ? 99 : 100
        return { id: payoutId, status: 'paid' as const, amountCents, failureReason: null }
      },
    }
    const all = await comparePayouts({ ...deps, payments }, past)
    expect([all, new Set(asked).size, asked.length, most]).toEqual([
      {
        compared: 40,
        differences: [expect.objectContaining({ reference: 'po_many7', ours_usd: 1, provider_usd: 0.99 })],
      },
      40,
      40,
      8,
    ])

    const clock = { ...deps.clock, now: () => new Date(deps.clock.now().getTime() + late) }
    const slow = {
      ...payments,
      async payoutState(account: string, payoutId: string) {
        late += 20_000
        return payments.payoutState(account, payoutId)
      },
    }
    const some = await comparePayouts({ ...deps, payments: slow, clock }, past)
    expect(some.compared).toBeLessThan(40)
    expect(some.differences).toMatchObject([
      {
        detail: expect.stringContaining(
          `${40 - some.compared} payouts were not compared, starting with this one`,
        ),
      },
    ])
    await deps.database.$client.query("DELETE FROM payouts WHERE account_id = 'acct_1'")
  })
})
