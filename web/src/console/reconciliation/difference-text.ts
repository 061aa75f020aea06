import { formatMoney } from '../../lib/format/format.ts'

/** Both amounts: `Ours: $12.00 · Provider: none`. Null without any. */
export function formatAmounts(ours: number | null, theirs: number | null): string | null {
  if (ours === null && theirs === null) return null
  return `Ours: ${formatAmount(ours)} · Provider: ${formatAmount(theirs)}`
}

function formatAmount(usd: number | null): string {
  return usd === null ? 'none' : formatMoney(usd)
}
