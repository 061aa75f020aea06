import { centsFromUsd, usdFromCents } from '../money.ts'
import type { Dispute } from './disputes.ts'

/**
 * What became of the refund of a closed dispute, with the labels that all refunds have: it is on its way
 * until the provider has sent it.
 * @returns each part above 0, in dollars
 * @see docs/rules/money.md#what-both-sides-read-of-refunds
 */
export function listRefundParts(
  dispute: Pick<Dispute, 'refund_usd' | 'refunded_usd' | 'refunding_usd'>,
): { term: string; usd: number }[] {
  const { refund_usd: decided, refunded_usd: refunded, refunding_usd: refunding } = dispute
  const givenBackByBank = usdFromCents(
    centsFromUsd(decided) - centsFromUsd(refunded) - centsFromUsd(refunding),
  )
  return [
    { term: 'Refund on its way', usd: refunding },
    { term: 'Refunded', usd: refunded },
    { term: 'Given back by the bank', usd: givenBackByBank },
  ].filter(({ usd }) => usd > 0)
}
