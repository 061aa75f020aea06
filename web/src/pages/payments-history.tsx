import { PaymentHistory } from '../features/payments/components/payment-history.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Payment History" lead="Your payments, refunds and receipts.">
      <PaymentHistory />
    </Page>
  )
}
