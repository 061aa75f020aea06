import type { Payment } from '@tendwell/contract/payments/payments'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'

/** How far a payment is, or the refund of all of it. */
export function PaymentPill({ payment }: { payment: Pick<Payment, 'status' | 'is_refunding'> }) {
  return payment.is_refunding ? (
    <StatusPill status="processing" word="Refund on its way" />
  ) : (
    <StatusPill status={payment.status} />
  )
}
