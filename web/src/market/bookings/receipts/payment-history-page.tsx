import { Page } from '../../../ui/page.tsx'
import { PaymentHistory } from './payment-history.tsx'

export function PaymentHistoryPage() {
  return (
    <Page title="Payment History" lead="Your payments, refunds and receipts.">
      <PaymentHistory />
    </Page>
  )
}
