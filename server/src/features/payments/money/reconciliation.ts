/** The charges and refunds that reconciliation compares with the provider. */
import { and, eq, gte, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { isAnyOf, type Reader } from '../../../platform/database/database.ts'
import { payments, refunds } from '../tables.ts'

type Span = { from: Date; until: Date }

/**
 * The charges and refunds that we recorded in a span of time, and those with these ids at the provider.
 * @returns the provider's id, and the cents by which it moved our balance there: charges positive, refunds
 *   negative
 */
export async function listChargesAndRefunds(
  reader: Reader,
  provider: string,
  span: Span,
  references: string[],
): Promise<{ reference: string | null; amountCents: number }[]> {
  const charges = await reader
    .select({ reference: payments.chargeId, amountCents: payments.amountCents })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        isNotNull(payments.chargeId),
        or(
          isAnyOf(payments.chargeId, references),
          and(gte(payments.paidAt, span.from), lt(payments.paidAt, span.until)),
        ),
      ),
    )
  const sentRefunds = await reader
    .select({ reference: refunds.providerRefundId, amountCents: refunds.amountCents })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        or(
          isAnyOf(refunds.providerRefundId, references),
          and(
            eq(refunds.status, 'succeeded'),
            isNull(refunds.reference),
            gte(refunds.updatedAt, span.from),
            lt(refunds.updatedAt, span.until),
          ),
        ),
      ),
    )
  return [
    ...charges,
    ...sentRefunds.map(({ reference, amountCents }) => ({ reference, amountCents: -amountCents })),
  ]
}

/**
 * The refunds that we recorded as succeeded, of those with these ids at the provider; their cents are
 * positive.
 */
export async function listSucceededRefunds(
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
        isAnyOf(refunds.providerRefundId, references),
      ),
    )
  return rows.map((row) => ({ ...row, reference: row.reference as string }))
}
