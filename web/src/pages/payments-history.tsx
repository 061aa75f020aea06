import { PaymentHistory } from '../features/payments/components/payment-history.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Payment History" lead="What you have paid, what came back to you, and a receipt for each.">
      <PaymentHistory />
    </Page>
  )
}
