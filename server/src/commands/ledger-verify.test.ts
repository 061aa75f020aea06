import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { earn, makeEarner, PROVIDERS, type Provider } from '../../test/factories/providers.ts'
import { run } from './ledger-verify.ts'

let provider: Provider
beforeAll(async () => {
  provider = await PROVIDERS.sandbox()
  const caregiver = await makeEarner(provider, 9_000)
  await earn(provider, caregiver, 1_234)
  await caregiver.client.post('/api/payouts', { amount: 12 })
  await provider.deliverEvents()
})
afterAll(() => provider.close())

/** Runs the command while the server is running. */
const verify = () => runCommand(run, { env: { DATABASE_URL: provider.app.databaseUrl } })

const query = (statement: string) => provider.app.deps.database.$client.query(statement)

test('reports a sound ledger and its size', async () => {
  const answer = await verify()
  expect(answer).toEqual({
    code: 0,
    output: expect.stringMatching(/^The ledger is sound: \d+ transactions with \d+ entries\.\n$/),
    errors: expect.stringMatching(/^Database: .*\n$/),
  })
})

/** Ways to tamper with the database, how to undo each, and what the command must report. */
const TAMPERINGS: [name: string, apply: string, undo: string, report: string][] = [
  [
    'a changed entry',
    'UPDATE ledger_entries SET amount_cents = amount_cents + 5 WHERE id = 1',
    'UPDATE ledger_entries SET amount_cents = amount_cents - 5 WHERE id = 1',
    'its entries sum to 5 cents',
  ],
  [
    'a changed transaction',
    'UPDATE ledger_entries SET amount_cents = amount_cents * 2 WHERE transaction_id = 1',
    'UPDATE ledger_entries SET amount_cents = amount_cents / 2 WHERE transaction_id = 1',
    'payment 1: the ledger has 18000 for payment:1:payment_in, not 9000 cents',
  ],
  [
    'deleted entries',
    'CREATE TABLE kept AS SELECT * FROM ledger_entries WHERE transaction_id = 1; DELETE FROM ledger_entries WHERE transaction_id = 1',
    'INSERT INTO ledger_entries OVERRIDING SYSTEM VALUE SELECT * FROM kept; DROP TABLE kept',
    'has 0 entries',
  ],
  [
    'a changed balance',
    "UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE kind = 'available'",
    "UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE kind = 'available'",
    'its balance is',
  ],
  [
    'a payment that was never posted',
    'UPDATE payments SET escrow_cents = 7 WHERE id = 1',
    'UPDATE payments SET escrow_cents = 0 WHERE id = 1',
    'escrow of user',
  ],
  [
    'a changed payout amount',
    'UPDATE payouts SET amount_cents = amount_cents + 1',
    'UPDATE payouts SET amount_cents = amount_cents - 1',
    'for payout:1:payout_out, not 1201 cents',
  ],
  [
    'a paid payment marked as failed',
    "UPDATE payments SET status = 'failed', escrow_cents = 0 WHERE id = 2",
    "UPDATE payments SET status = 'succeeded' WHERE id = 2",
    'has no matching paid payment',
  ],
  [
    'a changed revenue of a past day',
    "INSERT INTO analytics_days VALUES ('2026-01-02', 1234, 0)",
    'DELETE FROM analytics_days',
    'the revenue of 2026-01-02 is 0 cents with 0 of fees, but 1234 with 0 are stored',
  ],
  [
    'a changed count of active people',
    "INSERT INTO analytics_days VALUES ('2026-01-02', 0, 0); INSERT INTO analytics_returns VALUES ('2026-01-02', '2026-01-01', 3)",
    'DELETE FROM analytics_days; DELETE FROM analytics_returns',
    '0 people were active on 2026-01-02 and on 2026-01-01 before, but 3 are stored',
  ],
  [
    'a disabled trigger',
    'ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_immutable',
    'ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_immutable',
    'the trigger ledger_entries_immutable on ledger_entries is missing or disabled',
  ],
  [
    'a dropped constraint',
    'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_not_negative',
    "ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_not_negative CHECK (kind = 'clearing' OR balance_cents >= 0)",
    'the constraint ledger_accounts_not_negative is missing or not enforced',
  ],
]

test.each(TAMPERINGS)('finds %s', async (_case, apply, undo, report) => {
  const runWithoutTriggers = (statement: string) =>
    query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`)
  await runWithoutTriggers(apply)
  const result = await verify()
  await runWithoutTriggers(undo)
  expect(result).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(report) })
  expect((await verify()).code).toBe(0)
})

test('exits with 2 if the database is unreachable', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  expect(await runCommand(run, { env })).toMatchObject({ code: 2, output: '' })
})
