import type { Reconciliation } from '@tendwell/contract/reconciliation'
import { and, type Column, count, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { payments, refunds } from '../payments/index.ts'
import { payouts } from '../payouts/index.ts'
import type { Side } from './compare.ts'
import { reconciliations } from './tables.ts'

/** One parameter, however many there are: a statement takes 65,535. */
function isAmong(column: Column, references: string[]): SQL {
  return sql`${column} = ANY(${sql.param(references)}::text[])`
}

/**
 * What we have booked of these of the provider's objects, and what we have booked in a span of time, wherever the
 * provider has it. Amounts as the provider's balance feels them, in cents.
 */
export async function bookedSides(
  reader: Reader,
  provider: string,
  span: { from: Date; until: Date },
  references: string[],
): Promise<Side[]> {
  const paid = await reader
    .select({ reference: payments.chargeId, amountCents: payments.amountCents })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        isNotNull(payments.chargeId),
        or(
          isAmong(payments.chargeId, references),
          and(gte(payments.paidAt, span.from), lt(payments.paidAt, span.until)),
        ),
      ),
    )
  const given = await reader
    .select({ reference: refunds.providerRefundId, amountCents: refunds.amountCents })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        or(
          isAmong(refunds.providerRefundId, references),
          and(
            eq(refunds.status, 'succeeded'),
            gte(refunds.updatedAt, span.from),
            lt(refunds.updatedAt, span.until),
          ),
        ),
      ),
    )
  const sent = await reader
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.provider, provider),
        or(
          isAmong(payouts.transferId, references),
          isAmong(payouts.reversalId, references),
          and(gte(payouts.createdAt, span.from), lt(payouts.createdAt, span.until)),
        ),
      ),
    )
  const sides = [
    ...paid,
    ...given.map(({ reference, amountCents }) => ({ reference, amountCents: -amountCents })),
    ...sent.map(({ transferId, amountCents }) => ({ reference: transferId, amountCents: -amountCents })),
    ...sent.map(({ reversalId, amountCents }) => ({ reference: reversalId, amountCents })),
  ]
  return sides.flatMap(({ reference, amountCents }) => (reference ? [{ reference, amountCents }] : []))
}

/** The refunds of these of the provider's that we have as done, in cents above zero. */
export async function refundsThatSeemDone(
  reader: Reader,
  provider: string,
  references: string[],
): Promise<{ id: number; reference: string; amountCents: number }[]> {
  const rows = await reader
    .select({ id: refunds.id, reference: refunds.providerRefundId, amountCents: refunds.amountCents })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        eq(refunds.status, 'succeeded'),
        isAmong(refunds.providerRefundId, references),
      ),
    )
  return rows.map((row) => ({ ...row, reference: row.reference as string }))
}

const PAYOUT = {
  id: payouts.id,
  accountId: payouts.accountId,
  amountCents: payouts.amountCents,
  status: payouts.status,
  providerPayoutId: payouts.providerPayoutId,
}
export type BookedPayout = Pick<typeof payouts.$inferSelect, keyof typeof PAYOUT>

/** The payouts of a span that the provider has taken up, newest first. */
export function payoutsBetween(
  reader: Reader,
  provider: string,
  span: { from: Date; until: Date },
): Promise<BookedPayout[]> {
  return reader
    .select(PAYOUT)
    .from(payouts)
    .where(
      and(
        eq(payouts.provider, provider),
        isNotNull(payouts.providerPayoutId),
        gte(payouts.createdAt, span.from),
        lt(payouts.createdAt, span.until),
      ),
    )
    .orderBy(desc(payouts.id))
}

/** Until when the newest report has compared: an hour before it was made. Null before the first. */
export async function comparedUntil(reader: Reader): Promise<Date | null> {
  const [last] = await reader
    .select({ untilAt: reconciliations.untilAt })
    .from(reconciliations)
    .orderBy(desc(reconciliations.untilAt))
    .limit(1)
  return last?.untilAt ?? null
}

/** A page of the reports, newest first. */
export async function reportsOf(
  reader: Reader,
  query: PageRequest,
): Promise<{ count: number; results: Reconciliation[] }> {
  const [total] = await reader.select({ count: count() }).from(reconciliations)
  const rows = await reader
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      created_at: row.createdAt.toISOString(),
      provider: row.provider,
      from: row.fromAt.toISOString(),
      until: row.untilAt.toISOString(),
      compared: row.compared,
      difference_count: row.differenceCount,
      differences: row.differences,
    })),
  }
}
