import type { LocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

/** `from` is included, `to` is not. */
type Span = { from: Date; to: Date }

/**
 * What families paid minus what was refunded to them, in cents, for each UTC day in the spans that has payments or
 * refunds. The query starts from transactions, because the clearing account alone has half of all entries.
 * @see docs/rules/console.md#analytics
 */
export async function listDailyRevenue(
  reader: Reader,
  spans: readonly Span[],
): Promise<{ day: LocalDate; cents: number }[]> {
  const within = spans.map(
    ({ from, to }) => sql`(moved.created_at >= ${from.toISOString()}::timestamptz
      AND moved.created_at < ${to.toISOString()}::timestamptz)`,
  )
  if (within.length === 0) return []
  const { rows } = await reader.execute<{ day: LocalDate; cents: string }>(sql`
    SELECT day, coalesce(sum(cents), 0) AS cents FROM (
      SELECT (moved.created_at AT TIME ZONE 'UTC')::date::text AS day, (
        SELECT -sum(entry.amount_cents) FROM ${ledgerEntries} AS entry
        JOIN ${ledgerAccounts} AS account ON account.id = entry.account_id AND account.kind = 'clearing'
        WHERE entry.transaction_id = moved.id) AS cents
      FROM ${ledgerTransactions} AS moved
      WHERE moved.category IN ('payment_in', 'refund_out') AND (${sql.join(within, sql` OR `)})) AS moves
    GROUP BY 1 ORDER BY 1`)
  return rows.map(({ day, cents }) => ({ day, cents: Number(cents) }))
}

/** The UTC day of the first payment; null if there is none. */
export async function findFirstPaymentDay(reader: Reader): Promise<LocalDate | null> {
  const { rows } = await reader.execute<{ day: LocalDate | null }>(sql`
    SELECT (min(created_at) AT TIME ZONE 'UTC')::date::text AS day
    FROM ${ledgerTransactions} WHERE category IN ('payment_in', 'refund_out')`)
  return rows[0]?.day ?? null
}
