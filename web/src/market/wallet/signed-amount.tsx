import type { WalletEntry } from '@tendwell/contract/payments/wallet'
import { formatMoney } from '../../lib/format/format.ts'

/** `+$84.00` for a credit, `−$84.00` for a debit. */
export function SignedAmount({ entry }: { entry: WalletEntry }) {
  const isCredit = entry.direction === 'credit'
  return (
    <span className={`font-semibold ${isCredit ? 'text-forest' : ''}`}>
      {`${isCredit ? '+' : '−'}${formatMoney(entry.amount)}`}
    </span>
  )
}
