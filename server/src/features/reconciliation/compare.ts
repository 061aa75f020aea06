import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'

/** A movement of our balance with the provider as one side has it, in cents: charges above zero. */
export type Side = { reference: string; amountCents: number }

function usdOf(cents: number | null): number | null {
  return cents === null ? null : usdFromCents(cents)
}

/**
 * What is on both sides with one amount is in order, and so is what moved the provider's balance to and fro without us.
 * @returns the rest, in the order of ours and then theirs
 */
export function differencesBetween(
  ours: readonly Side[],
  theirs: readonly Side[],
): ReconciliationDifference[] {
  const theirsLeft = new Map<string, number>()
  for (const { reference, amountCents } of theirs) {
    theirsLeft.set(reference, (theirsLeft.get(reference) ?? 0) + amountCents)
  }
  const differences: ReconciliationDifference[] = []
  for (const { reference, amountCents } of ours) {
    const provider = theirsLeft.get(reference) ?? null
    theirsLeft.delete(reference)
    if (provider === amountCents) continue
    differences.push({
      kind: provider === null ? 'missing_at_provider' : 'amount_differs',
      reference,
      ours_usd: usdOf(amountCents),
      provider_usd: usdOf(provider),
      detail:
        provider === null
          ? 'We have booked it, but the provider does not know it'
          : 'We have booked another amount than the provider',
    })
  }
  for (const [reference, amountCents] of theirsLeft) {
    if (amountCents === 0) continue
    differences.push({
      kind: 'missing_here',
      reference,
      ours_usd: null,
      provider_usd: usdOf(amountCents),
      detail: 'It moved our balance with the provider, but we have not booked it',
    })
  }
  return differences
}
