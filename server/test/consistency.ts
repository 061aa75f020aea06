/** Consistency of bookings, payments and the ledger. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

type NumberRow = Record<string, number>

/** The first row of a query, as numbers. */
export async function queryNumbers(app: TestApp, query: string): Promise<NumberRow> {
  const { rows } = await app.deps.database.$client.query(query)
  return Object.fromEntries(
    Object.entries(rows[0] as Record<string, string>).map(([name, value]) => [name, Number(value)]),
  )
}

/**
 * Requires that no bookings overlap or are closer than the buffer, that exactly the live bookings have booked
 * times, that no unpaid request overlaps a booking, that ledger sums are right, and that no payment is
 * pending.
 */
export async function requireConsistency(app: TestApp, { bufferMinutes = 0 } = {}): Promise<void> {
  expect(
    await queryNumbers(
      app,
      `SELECT
        (SELECT count(*) FROM booked_times a JOIN booked_times b ON a.id < b.id
          AND a.caregiver_id = b.caregiver_id
          AND a.starts_at < b.ends_at + interval '${bufferMinutes} minutes'
          AND b.starts_at < a.ends_at + interval '${bufferMinutes} minutes') AS overlaps,
        (SELECT count(*) FROM requests JOIN request_windows wanted ON wanted.request_id = requests.id
          LEFT JOIN bookings ON bookings.window_id = wanted.id
          LEFT JOIN booked_times taken ON taken.id = bookings.booked_time_id
            AND taken.caregiver_id = requests.caregiver_id
            AND taken.starts_at = wanted.starts_at AND taken.ends_at = wanted.ends_at
          WHERE (requests.paid_at IS NOT NULL AND bookings.canceled_at IS NULL) <> (taken.id IS NOT NULL)) AS mismatched,
        (SELECT count(*) FROM requests JOIN request_windows wanted ON wanted.request_id = requests.id
          JOIN booked_times taken ON taken.caregiver_id = requests.caregiver_id
            AND taken.starts_at < wanted.ends_at AND wanted.starts_at < taken.ends_at
          WHERE requests.paid_at IS NULL AND requests.status <> 'rejected') AS unpaid`,
    ),
  ).toEqual({ overlaps: 0, mismatched: 0, unpaid: 0 })
  expect(
    await queryNumbers(
      app,
      `SELECT (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts) AS accounts,
        (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries) AS entries,
        (SELECT count(*) FROM ledger_accounts account WHERE balance_cents <> (
          SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE account_id = account.id)) AS wrong,
        (SELECT count(*) FROM (SELECT transaction_id FROM ledger_entries GROUP BY transaction_id
          HAVING sum(amount_cents) <> 0) unbalanced) AS unbalanced,
        (SELECT count(*) FROM payments WHERE status IN ('captured', 'refunding')) AS pending,
        (SELECT count(*) FROM payments JOIN requests ON requests.id = payments.request_id
          WHERE (payments.status = 'succeeded') <> (requests.paid_at IS NOT NULL AND EXISTS (
              SELECT FROM bookings WHERE bookings.request_id = requests.id
                AND (canceled_at IS NULL OR owed_cents < bookings.price_cents)))
            AND payments.status IN ('succeeded', 'refunded')) AS mismatched`,
    ),
  ).toEqual({ accounts: 0, entries: 0, wrong: 0, unbalanced: 0, pending: 0, mismatched: 0 })
}

/** The balance in cents of a ledger account: a caregiver's, or by default the platform's. */
export async function getBalance(app: TestApp, kind: string, ownerId: number | null = null): Promise<number> {
  const { rows } = await app.deps.database.execute<{ cents: string }>(sql`
    SELECT balance_cents AS cents FROM ledger_accounts WHERE kind = ${kind} AND owner_id IS NOT DISTINCT FROM ${ownerId}`)
  return Number(rows[0]?.cents ?? 0)
}

/** What the payment sandbox holds, connected accounts included, in cents. */
export async function getSandboxBalance(app: TestApp): Promise<number> {
  const { cents = 0 } = await queryNumbers(
    app,
    'SELECT coalesce(sum(amount_cents), 0) AS cents FROM sandbox.movements',
  )
  return cents
}

/** Requires that the ledger and the sandbox agree to the cent, with only this much unallocated. */
export async function expectConserved(app: TestApp, unallocatedCents: number): Promise<void> {
  expect((await getBalance(app, 'clearing')) + (await getSandboxBalance(app))).toBe(0)
  expect(await getBalance(app, 'unallocated')).toBe(unallocatedCents)
  expect(
    await queryNumbers(app, 'SELECT coalesce(sum(balance_cents), 0) AS total FROM ledger_accounts'),
  ).toEqual({ total: 0 })
}
