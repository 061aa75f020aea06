import type { Payment } from '@tendwell/contract/payments/payments'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'

type Money = Pick<Payment, 'status' | 'is_refunding' | 'refunded_usd' | 'refunding_usd'>

/** How far a payment is, or its refund. */
export function PaymentPill({ payment }: { payment: Money }) {
  const { status, is_refunding: isRefunding } = payment
  if (isRefunding) return <StatusPill status="processing" word="Refund on its way" wraps />
  if (status !== 'succeeded') return <StatusPill status={status} />
  return <StatusPill status={status} word={describePaid(payment)} wraps />
}

function describePaid({ refunded_usd: refundedUsd, refunding_usd: refundingUsd }: Money): string {
  if (refundedUsd > 0) return 'Paid, partly refunded'
  return refundingUsd > 0 ? 'Paid, refund on its way' : 'Paid'
}
