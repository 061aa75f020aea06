import type { WalletTotals } from '@tendwell/contract/payments/wallet'
import { formatMoney } from '../../lib/format/format.ts'

/** What was earned, and what left the wallet. */
export function Totals({ totals }: { totals: WalletTotals }) {
  const items = [
    { term: 'Earned', usd: totals.earned },
    { term: 'Fees', usd: totals.fees },
    { term: 'Refunds', usd: totals.refunds },
    { term: 'Paid out', usd: totals.paid_out },
  ]
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 print:grid-cols-4">
        {items.map(({ term, usd }) => (
          <div key={term}>
            <dt className="text-ink-soft">{term}</dt>
            <dd className="tabular font-display text-21">{formatMoney(usd)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-ink-soft">
        Earned is what was released to you, after fees and refunds. Visits ahead and money on hold aren’t in
        it.
      </p>
    </div>
  )
}
