import { REFUND_STEP_LABELS } from '@tendwell/contract/console/money'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'

const looks = {
  pending: 'processing',
  succeeded: 'refunded',
  failed: 'failed',
  taken_back: 'canceled',
} as const

/** How far a refund is, in the words of the list of refunds. */
export function RefundPill({ status }: { status: keyof typeof looks }) {
  return <StatusPill status={looks[status]} word={REFUND_STEP_LABELS[status]} />
}
