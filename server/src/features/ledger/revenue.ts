import type { LocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

/** `from` is included, `to` is not. */
type Span = { from: Date; to: Date }

/**
 * The revenue of a UTC day: `cents` is what families paid less what was refunded to them, `feeCents` our fees
 * less what refunds took from them.
 */
export type DailyRevenue = { day: LocalDate; cents: number; feeCents: number }

/**
 * The revenue of each UTC day in the spans that has payments or refunds. `cents` is the sum of `clearing`
 * with the sign changed, as that account mirrors the provider's. Refunds that Tendwell paid another way count
 * too: they are the gains of `platform_own`. The query starts from transactions, because `clearing` alone has
 * half of all entries.
 * @see docs/rules/console.md#analytics
 */
export async function listDailyRevenue(reader: Reader, spans: readonly Span[]): Promise<DailyRevenue[]> {
  const spanConditions = spans.map(
    ({ from, to }) => sql`(posted.created_at >= ${from.toISOString()}::timestamptz
      AND posted.created_at < ${to.toISOString()}::timestamptz)`,
  )
  if (spanConditions.length === 0) return []
  const { rows } = await reader.execute<{ day: LocalDate; cents: string; fee_cents: string }>(sql`
    SELECT (posted.created_at AT TIME ZONE 'UTC')::date::text AS day,
      coalesce(sum(sums.cents), 0) AS cents, coalesce(sum(sums.fee_cents), 0) AS fee_cents
    FROM ${ledgerTransactions} AS posted
    CROSS JOIN LATERAL (
      SELECT -sum(entry.amount_cents) FILTER (WHERE account.kind = 'clearing'
          OR (account.kind = 'platform_own' AND entry.amount_cents > 0)) AS cents,
        sum(entry.amount_cents) FILTER (WHERE account.kind = 'platform_fees') AS fee_cents
      FROM ${ledgerEntries} AS entry JOIN ${ledgerAccounts} AS account ON account.id = entry.account_id
      WHERE entry.transaction_id = posted.id) AS sums
    WHERE posted.category IN ('payment_in', 'refund_out', 'fee') AND (${sql.join(spanConditions, sql` OR `)})
    GROUP BY 1 ORDER BY 1`)
  return rows.map(({ day, cents, fee_cents: feeCents }) => ({
    day,
    cents: Number(cents),
    feeCents: Number(feeCents),
  }))
}

/** The UTC day of the first payment; null if there is none. */
export async function findFirstPaymentDay(reader: Reader): Promise<LocalDate | null> {
  const { rows } = await reader.execute<{ day: LocalDate | null }>(sql`
    SELECT (min(created_at) AT TIME ZONE 'UTC')::date::text AS day
    FROM ${ledgerTransactions} WHERE category = 'payment_in'`)
  return rows[0]?.day ?? null
}
