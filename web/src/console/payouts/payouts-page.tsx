import { ConsolePage } from '../common/lists/console-frame.tsx'
import { PayoutList } from '../common/money/payout-list.tsx'
import { BankReviews } from './bank-reviews.tsx'

export function PayoutsPage() {
  return (
    <ConsolePage title="Payouts" viewsOf="payouts">
      <BankReviews />
      <PayoutList />
    </ConsolePage>
  )
}
