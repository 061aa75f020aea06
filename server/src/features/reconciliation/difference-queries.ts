import { usdFromCents } from '@tendwell/contract/money'
import type { Difference, differencesQuery } from '@tendwell/contract/payments/reconciliation'
import { count, desc, eq, isNull, min, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset } from '../../platform/database/paging.ts'
import type { Waiting } from '../../platform/database/waiting.ts'
import { payments, refunds } from '../payments/index.ts'
import { payouts } from '../payouts/index.ts'
import { users } from '../people/index.ts'
import { reconciliationDifferences as differences, reconciliations } from './tables.ts'

const toUsd = (cents: number | null) => (cents === null ? null : usdFromCents(cents))

/** A page of the differences: open ones before resolved ones, each newest first. */
export async function listDifferences(
  reader: Reader,
  query: z.output<typeof differencesQuery>,
): Promise<{ count: number; results: Difference[] }> {
  const conditions = query.id ? eq(differences.id, query.id) : undefined
  const [total] = await reader.select({ count: count() }).from(differences).where(conditions)
  const rows = await reader
    .select({
      difference: differences,
      foundAt: reconciliations.createdAt,
      resolverName: users.fullName,
      paymentId: payments.id,
      refundId: refunds.id,
      payoutId: payouts.id,
    })
    .from(differences)
    .innerJoin(reconciliations, eq(reconciliations.id, differences.reportId))
    .leftJoin(users, eq(users.id, differences.resolvedBy))
    .leftJoin(payments, eq(payments.chargeId, differences.reference))
    .leftJoin(refunds, eq(refunds.providerRefundId, differences.reference))
    .leftJoin(
      payouts,
      or(eq(payouts.providerPayoutId, differences.reference), eq(payouts.transferId, differences.reference)),
    )
    .where(conditions)
    .orderBy(desc(sql`${differences.resolvedAt} IS NULL`), desc(differences.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return { count: total?.count ?? 0, results: rows.map(toDifference) }
}

/** How many differences nobody has resolved, and when the oldest of them was found. */
export async function countOpenDifferences(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(reconciliations.createdAt) })
    .from(differences)
    .innerJoin(reconciliations, eq(reconciliations.id, differences.reportId))
    .where(isNull(differences.resolvedAt))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** A difference with our payment, refund or payout that has the difference's reference. */
type DifferenceWithRecord = {
  difference: typeof differences.$inferSelect
  foundAt: Date
  resolverName: string | null
  paymentId: number | null
  refundId: number | null
  payoutId: number | null
}

/** A difference as staff see it; `resolved` is null while it is open. */
function toDifference({ difference, foundAt, resolverName, ...record }: DifferenceWithRecord): Difference {
  const { resolvedAt, resolvedBy, note } = difference
  const isResolved = resolvedAt !== null && resolvedBy !== null && note !== null
  return {
    id: difference.id,
    report_id: difference.reportId,
    kind: difference.kind,
    reference: difference.reference,
    ours_usd: toUsd(difference.oursCents),
    provider_usd: toUsd(difference.providerCents),
    detail: difference.detail,
    found_at: foundAt.toISOString(),
    record: toRecord(record),
    resolved: isResolved
      ? { at: resolvedAt.toISOString(), by: { id: resolvedBy, name: resolverName ?? '' }, note }
      : null,
  }
}

/** Our record of the object at the provider; null if we have none. */
function toRecord(
  ids: Pick<DifferenceWithRecord, 'paymentId' | 'refundId' | 'payoutId'>,
): Difference['record'] {
  if (ids.paymentId !== null) return { kind: 'payment', id: ids.paymentId }
  if (ids.refundId !== null) return { kind: 'refund', id: ids.refundId }
  return ids.payoutId === null ? null : { kind: 'payout', id: ids.payoutId }
}
