import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'

/**
 * A change of our balance at the provider, in cents; charges are positive. `reference`: the provider's id.
 */
export type Movement = { reference: string; amountCents: number }

function toUsd(cents: number | null): number | null {
  return cents === null ? null : usdFromCents(cents)
}

/**
 * Compares the movements that we recorded with those of the provider, which are summed by reference.
 * @returns the differences in the order of our movements, then the provider's movements that we did not
 *   record, unless they sum to 0.
 */
export function compareMovements(
  ours: readonly Movement[],
  theirs: readonly Movement[],
): ReconciliationDifference[] {
  const unmatchedCents = new Map<string, number>()
  for (const { reference, amountCents } of theirs) {
    unmatchedCents.set(reference, (unmatchedCents.get(reference) ?? 0) + amountCents)
  }
  const differences: ReconciliationDifference[] = []
  for (const { reference, amountCents } of ours) {
    const providerCents = unmatchedCents.get(reference) ?? null
    unmatchedCents.delete(reference)
    if (providerCents === amountCents) continue
    differences.push({
      kind: providerCents === null ? 'missing_at_provider' : 'amount_differs',
      reference,
      ours_usd: toUsd(amountCents),
      provider_usd: toUsd(providerCents),
      detail:
        providerCents === null
          ? 'We recorded it, but the provider has no record of it'
          : 'Our amount differs from the provider’s',
    })
  }
  for (const [reference, amountCents] of unmatchedCents) {
    if (amountCents === 0) continue
    differences.push({
      kind: 'missing_here',
      reference,
      ours_usd: null,
      provider_usd: toUsd(amountCents),
      detail: 'It changed our balance at the provider, but we did not record it',
    })
  }
  return differences
}
