import type { DifferenceKind } from '@tendwell/contract/reconciliation'
import { formatMoney } from '../../lib/format.ts'

export const kindLabels: Record<DifferenceKind, string> = {
  missing_here: 'Missing in our ledger',
  missing_at_provider: 'Missing at the provider',
  amount_differs: 'Amounts differ',
  status_differs: 'Statuses differ',
  ledger_broken: 'Our ledger doesn’t balance',
}

/** Both amounts: `Ours: $12.00 · Provider: none`. Null without any. */
export function formatAmounts(ours: number | null, theirs: number | null): string | null {
  if (ours === null && theirs === null) return null
  return `Ours: ${formatAmount(ours)} · Provider: ${formatAmount(theirs)}`
}

function formatAmount(usd: number | null): string {
  return usd === null ? 'none' : formatMoney(usd)
}
