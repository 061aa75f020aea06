import type { LocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

type Instants = { from: Date; to: Date }

/**
 * What families paid, less what they got back, in cents, on each day of UTC on which either happened (decisions §9).
 * @param span from (included) to (excluded); `except` leaves a span within it out
 */
export async function dailyRevenue(
  reader: Reader,
  span: Instants & { except: Instants | null },
): Promise<{ day: LocalDate; cents: number }[]> {
  const excepted = span.except
    ? sql`AND NOT (moved.created_at >= ${span.except.from.toISOString()}::timestamptz
        AND moved.created_at < ${span.except.to.toISOString()}::timestamptz)`
    : sql``
  const { rows } = await reader.execute<{ day: LocalDate; cents: string }>(sql`
    SELECT (moved.created_at AT TIME ZONE 'UTC')::date::text AS day, -sum(entry.amount_cents) AS cents
    FROM ${ledgerTransactions} AS moved
    JOIN ${ledgerEntries} AS entry ON entry.transaction_id = moved.id
    JOIN ${ledgerAccounts} AS account ON account.id = entry.account_id AND account.kind = 'clearing'
    WHERE moved.category IN ('payment_in', 'refund_out')
      AND moved.created_at >= ${span.from.toISOString()}::timestamptz
      AND moved.created_at < ${span.to.toISOString()}::timestamptz ${excepted}
    GROUP BY 1 ORDER BY 1`)
  return rows.map(({ day, cents }) => ({ day, cents: Number(cents) }))
}

/** The day of UTC on which the first payment came; null before it. */
export async function firstPaymentDay(reader: Reader): Promise<LocalDate | null> {
  const { rows } = await reader.execute<{ day: LocalDate | null }>(sql`
    SELECT (min(created_at) AT TIME ZONE 'UTC')::date::text AS day
    FROM ${ledgerTransactions} WHERE category IN ('payment_in', 'refund_out')`)
  return rows[0]?.day ?? null
}
