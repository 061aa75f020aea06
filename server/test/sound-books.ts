/** What must hold after any race for hours, whoever won. */
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

type Numbers = Record<string, number>

/** The first row of a query, as numbers. */
export async function numbers(app: TestApp, query: string): Promise<Numbers> {
  const { rows } = await app.deps.database.$client.query(query)
  return Object.fromEntries(
    Object.entries(rows[0] as Record<string, string>).map(([name, value]) => [name, Number(value)]),
  )
}

/**
 * No two bookings overlap, nor come nearer to each other than the buffer; each paid request has all its bookings, and
 * nothing else occupies time; nobody waits for hours that are gone; every ledger sum is right and no payment is stuck.
 */
export async function requireSoundBooks(app: TestApp, { bufferMinutes = 0 } = {}): Promise<void> {
  expect(
    await numbers(
      app,
      `SELECT
        (SELECT count(*) FROM booked_times a JOIN booked_times b ON a.id < b.id
          AND a.caregiver_id = b.caregiver_id
          AND a.starts_at < b.ends_at + interval '${bufferMinutes} minutes'
          AND b.starts_at < a.ends_at + interval '${bufferMinutes} minutes') AS overlaps,
        (SELECT count(*) FROM requests JOIN request_windows asked ON asked.request_id = requests.id
          LEFT JOIN bookings ON bookings.window_id = asked.id
          LEFT JOIN booked_times taken ON taken.id = bookings.booked_time_id
            AND taken.caregiver_id = requests.caregiver_id
            AND taken.starts_at = asked.starts_at AND taken.ends_at = asked.ends_at
          WHERE (requests.paid_at IS NOT NULL) <> (taken.id IS NOT NULL)) AS astray,
        (SELECT count(*) FROM requests JOIN request_windows asked ON asked.request_id = requests.id
          JOIN booked_times taken ON taken.caregiver_id = requests.caregiver_id
            AND taken.starts_at < asked.ends_at AND asked.starts_at < taken.ends_at
          WHERE requests.paid_at IS NULL AND requests.status <> 'rejected') AS waiting`,
    ),
  ).toEqual({ overlaps: 0, astray: 0, waiting: 0 })
  expect(
    await numbers(
      app,
      `SELECT (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts) AS accounts,
        (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries) AS entries,
        (SELECT count(*) FROM ledger_accounts account WHERE balance_cents <> (
          SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE account_id = account.id)) AS untrue,
        (SELECT count(*) FROM (SELECT transaction_id FROM ledger_entries GROUP BY transaction_id
          HAVING sum(amount_cents) <> 0) unbalanced) AS unbalanced,
        (SELECT count(*) FROM payments WHERE status IN ('captured', 'refunding')) AS stuck,
        (SELECT count(*) FROM payments JOIN requests ON requests.id = payments.request_id
          WHERE (payments.status = 'succeeded') <> (requests.paid_at IS NOT NULL)
            AND payments.status IN ('succeeded', 'refunded')) AS mismatched`,
    ),
  ).toEqual({ accounts: 0, entries: 0, untrue: 0, unbalanced: 0, stuck: 0, mismatched: 0 })
}
