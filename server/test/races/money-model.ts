/**
 * What the random models of money share: a provider, banks and calls that fail, and books that agree in the
 * end.
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { getPayoutMethod, startOnboarding } from '../../src/features/payouts/index.ts'
import { reconcile, verifyLedger } from '../../src/features/reconciliation/index.ts'
import { type Transaction, withTransaction } from '../../src/platform/database/database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { submitDetails } from '../../src/ports/payments/sandbox/connect.ts'
import { setModes } from '../../src/ports/payments/sandbox/modes.ts'
import type { TestApp } from '../app.ts'
import { getSandboxBalance } from '../consistency.ts'
import { loseWebhooks } from '../factories/payments.ts'

const MONEY_CALLS = [
  'createCheckout',
  'refund',
  'transfer',
  'payOut',
  'reverseTransfer',
  'payoutState',
] as const

type MoneyCall = (typeof MONEY_CALLS)[number]

/**
 * Makes the next call to the provider, or the next one of this name, fail before or after its effect, as a
 * crash would.
 */
type Crash = { next: 'before' | 'after' | null; call?: MoneyCall | undefined }

export const inTransaction = <Result>(
  { deps }: TestApp,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => withTransaction(deps.database, work)

/** Client errors and simulated crashes are expected; anything else fails the test. */
export function tolerate(error: unknown): void {
  if (!(error instanceof AppError) || ![400, 404, 409, 429, 503].includes(error.status)) throw error
}

function makeCallsCrash({ deps: { payments } }: TestApp): Crash {
  const crash: Crash = { next: null }
  for (const name of MONEY_CALLS) {
    const real = payments[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(payments, {
      async [name](...args: unknown[]) {
        const when = crash.call === undefined || crash.call === name ? crash.next : null
        if (when) crash.next = null
        if (when === 'before') throw new AppError(503, 'crash', 'A crash before the call')
        const answer = await real(...args)
        if (when === 'after') throw new AppError(503, 'crash', 'A crash after the call')
        return answer
      },
    })
  }
  return crash
}

/** What the sandbox does wrong. Call it once per app. */
export function controlProvider(app: TestApp) {
  const crash = makeCallsCrash(app)
  const crashNext = (next: Crash['next'], call?: MoneyCall) => async () =>
    void Object.assign(crash, { next, call })
  const modes = (some: Parameters<typeof setModes>[1]) => inTransaction(app, (tx) => setModes(tx, some))
  return {
    mishaps: {
      refuseRefunds: () => modes({ refuses: ['refund'] }),
      refuseTransfers: () => modes({ refuses: ['transfer'] }),
      refusePayouts: () => modes({ refuses: ['payOut'] }),
      duplicateWebhooks: () => modes({ copies: 3, delaySeconds: 90, disorder: true }),
      resetProvider: () => modes({}),
      loseWebhooks: () => loseWebhooks(app),
      crashBefore: crashNext('before'),
      crashAfter: crashNext('after'),
      crashAfterRefund: crashNext('after', 'refund'),
      crashAfterTransfer: crashNext('after', 'transfer'),
      crashAfterPayout: crashNext('after', 'payOut'),
    },
    /** From now on every call, card and the person's bank work. */
    async repair(payeeId: number): Promise<void> {
      crash.next = null
      await modes({})
      await app.deps.database.execute(sql`UPDATE sandbox.checkout_sessions SET refunds = 'at once'`)
      await chooseBank(app, payeeId, 'arrive')
    },
  }
}

/**
 * Sets what a caregiver's bank does with payouts. Another account number would hold them back for 48 hours.
 */
export async function chooseBank(
  app: TestApp,
  userId: number,
  way: 'arrive' | 'fail' | 'are canceled',
): Promise<void> {
  const { details_submitted: isSetUp } = await getPayoutMethod(app.deps, userId)
  if (!isSetUp) {
    const { url } = await startOnboarding(app.deps, userId, false)
    const token = url.slice(url.lastIndexOf('/') + 1)
    await inTransaction(app, (tx) => submitDetails(tx, app.deps, token, { payouts: 'arrive', last4: '6789' }))
    await getPayoutMethod(app.deps, userId)
  }
  await app.deps.database.execute(sql`
    UPDATE sandbox.accounts SET payouts = ${way}
    WHERE id = (SELECT account_id FROM payout_accounts WHERE user_id = ${userId})`)
}

/**
 * Requires that a caregiver's balances and the platform's are the sums of their entries and what payments,
 * refunds and payouts say. `verifyLedger` reads all books, which takes too long after each step.
 */
export async function expectBooksOf({ deps: { database } }: TestApp, payeeId: number): Promise<void> {
  const { rows } = await database.execute(sql`
    WITH said (kind, cents) AS (
      SELECT 'escrow', sum(escrow_cents) FROM payments
        WHERE payee_id = ${payeeId} AND status = 'succeeded'
      UNION ALL SELECT 'dispute_hold', sum(held_cents) FROM payments
        WHERE payee_id = ${payeeId} AND status = 'succeeded'
      UNION ALL SELECT 'payouts_in_transit', sum(amount_cents) FROM payouts
        WHERE user_id = ${payeeId} AND status IN ('pending', 'processing', 'returning')
      UNION ALL SELECT 'platform_fees', sum(fee_cents - fee_refund_cents) FROM payments
        WHERE status = 'succeeded'
      UNION ALL SELECT 'unallocated',
        (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'captured')
          + (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE status IN ('pending', 'failed')))
    SELECT kind, balance_cents, entries.cents AS entries, said.cents AS said
    FROM ledger_accounts LEFT JOIN said USING (kind),
      LATERAL (SELECT sum(amount_cents) AS cents FROM ledger_entries WHERE account_id = ledger_accounts.id) entries
    WHERE (ledger_accounts.owner_id = ${payeeId} OR kind IN ('platform_fees', 'unallocated'))
      AND (balance_cents < 0 OR balance_cents <> coalesce(entries.cents, 0)
        OR kind <> 'available' AND balance_cents <> coalesce(said.cents, 0))`)
  expect(rows).toEqual([])
}

/** Lets time pass until no refund and no payout is pending. */
export async function finishTransfers(app: TestApp): Promise<void> {
  // Reconciliation finds refunds that failed after they had succeeded, without a webhook.
  await reconcile(app.deps)
  for (const minutes of [61, MINUTES_PER_DAY, 61]) await app.advance(minutes)
}

/**
 * Requires that the ledger and the provider agree, that nothing is pending, and that no caregiver's account
 * holds money.
 */
export async function expectAgreement(app: TestApp): Promise<void> {
  const { database } = app.deps
  expect(await verifyLedger(database)).toEqual([])
  const { rows } = await database.execute<{ clearing: number; unsettled: number; held: number }>(sql`
    SELECT (SELECT coalesce(sum(balance_cents), 0)::int FROM ledger_accounts WHERE kind = 'clearing') AS clearing,
      (SELECT count(*)::int FROM payouts WHERE status NOT IN ('paid', 'failed', 'canceled'))
        + (SELECT count(*)::int FROM refunds WHERE status IN ('pending', 'failed')) AS unsettled,
      (SELECT coalesce(sum(amount_cents), 0)::int FROM sandbox.movements WHERE account_id IS NOT NULL) AS held`)
  expect(rows[0]).toMatchObject({ unsettled: 0, held: 0 })
  expect((rows[0]?.clearing ?? 0) + (await getSandboxBalance(app))).toBe(0)
}
