import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../test/factories/accounts.ts'
import { makeEarner, openStripe } from '../../../test/factories/providers.ts'
import { differencesBetween } from './compare.ts'
import { reconcile } from './index.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe()
})
afterAll(() => provider.close())

const reports = async () => {
  const admin = await makeUser(provider.app, { role: 'admin' })
  return (await admin.client.get('/api/admin-panel/reconciliation/')).body
}

test('what is on both sides is in order, all else is told', () => {
  const side = (reference: string, amountCents: number) => ({ reference, amountCents })
  const kinds = differencesBetween(
    [side('ch_1', 100), side('ch_2', 100), side('ch_3', 100)],
    [side('ch_1', 100), side('ch_2', 90), side('re_1', -5)],
  ).map(({ kind, reference, ours_usd: ours, provider_usd: theirs }) => [kind, reference, ours, theirs])
  expect(kinds).toEqual([
    ['amount_differs', 'ch_2', 1, 0.9],
    ['missing_at_provider', 'ch_3', 1, null],
    ['missing_here', 're_1', null, -0.05],
  ])
})

test('a day of payments and payouts agrees, and each kind of difference is found and told to admins', async () => {
  const { app, stripe } = provider
  const { client } = await makeEarner(provider, 20_000)
  for (const [amount, end] of [
    [50, 'paid'],
    [30, 'failed'],
  ] as const) {
    await client.post('/api/payouts', { amount })
    await provider.settle()
    await provider.bank(end)
  }
  await app.advance(120)
  const first = (await reports()).results[0]
  expect(first).toMatchObject({ difference_count: 0, differences: [], provider: 'stripe' })
  expect((await reconcile(app.deps)).differenceCount).toBe(0)

  // Behind the product's back: money that was paid out by somebody else, a charge that was lost, another amount.
  const payout = [...stripe.things.values()].find(
    ({ object, status }) => object === 'payout' && status === 'paid',
  )
  if (payout) payout.status = 'failed'
  await app.deps.database.$client.query("UPDATE payments SET charge_id = 'ch_lost' WHERE id = 1")
  const { differenceCount } = await reconcile(app.deps)
  expect(differenceCount).toBe(3)
  const { results } = await reports()
  expect(results[0].differences.map((row: { kind: string }) => row.kind)).toEqual([
    'missing_at_provider',
    'missing_here',
    'status_differs',
  ])
  await expect(app.deps.database.$client.query('DELETE FROM reconciliations')).rejects.toThrow('written once')
})
