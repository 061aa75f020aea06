import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { BankReviews } from '../features/admin/components/money/bank-reviews.tsx'
import { PayoutList } from '../features/admin/components/money/payout-list.tsx'

export function Component() {
  return (
    <ConsolePage title="Payouts" screen="payouts">
      <BankReviews />
      <PayoutList />
    </ConsolePage>
  )
}
