/** The transfers and payouts that reconciliation compares with the provider. */
import { and, desc, eq, gte, isNotNull, lt, or } from 'drizzle-orm'
import { isAnyOf, type Reader } from '../../../platform/database/database.ts'
import { payouts } from '../tables.ts'

type Span = { from: Date; until: Date }

/**
 * The transfers and reversals of the payouts that were requested in a span of time, and of those with these
 * ids at the provider.
 * @returns the provider's id (null for a step that was not taken), and the cents by which it moved our
 *   balance there: transfers negative, reversals positive
 */
export async function listTransfers(
  reader: Reader,
  provider: string,
  span: Span,
  references: string[],
): Promise<{ reference: string | null; amountCents: number }[]> {
  const rows = await reader
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.provider, provider),
        or(
          isAnyOf(payouts.transferId, references),
          isAnyOf(payouts.reversalId, references),
          and(gte(payouts.createdAt, span.from), lt(payouts.createdAt, span.until)),
        ),
      ),
    )
  return [
    ...rows.map(({ transferId, amountCents }) => ({ reference: transferId, amountCents: -amountCents })),
    ...rows.map(({ reversalId, amountCents }) => ({ reference: reversalId, amountCents })),
  ]
}

/** The columns of a payout that reconciliation reads. */
const SENT_PAYOUT = {
  id: payouts.id,
  accountId: payouts.accountId,
  amountCents: payouts.amountCents,
  status: payouts.status,
  providerPayoutId: payouts.providerPayoutId,
}
export type SentPayout = Pick<typeof payouts.$inferSelect, keyof typeof SENT_PAYOUT>

/** The payouts that were requested in a span and that the provider has created, newest first. */
export function listSentPayouts(reader: Reader, provider: string, span: Span): Promise<SentPayout[]> {
  return reader
    .select(SENT_PAYOUT)
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
