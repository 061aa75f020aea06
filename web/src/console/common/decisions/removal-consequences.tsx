import type { DeactivationPreview } from '@tendwell/contract/console/people'
import { formatMoney } from '../../../lib/format/format.ts'
import { QueryBody, type QueryBodyProps } from '../../../ui/query-panel.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { BookingsAhead, type Refund } from '../records/bookings-ahead.tsx'

interface RemovalConsequencesProps {
  ahead: QueryBodyProps<DeactivationPreview>['query']
  isFamily: boolean
  /** What is chosen for a family's bookings; those of a caregiver are always refunded in full. */
  refund?: Refund
  onRefund?: (refund: Refund) => void
}

/** The bookings that deactivating or suspending someone cancels, and for a family's the choice of refund. */
export function RemovalConsequences({
  ahead,
  isFamily,
  refund = 'full',
  onRefund,
}: RemovalConsequencesProps) {
  return (
    <QueryBody
      query={ahead}
      failure="Failed to load their bookings"
      skeleton={<SkeletonRows rows={2} />}
      isCompact
    >
      {(preview) => (
        <>
          <BookingsAhead preview={preview} isFamily={isFamily} refund={isFamily ? refund : 'full'} />
          {isFamily && onRefund && preview.bookings.length > 0 && (
            <RadioGroup
              label="Refund for upcoming bookings"
              options={listRefunds(preview)}
              value={refund}
              onChange={onRefund}
            />
          )}
        </>
      )}
    </QueryBody>
  )
}

function listRefunds(preview: DeactivationPreview) {
  const of = (usd: number) => `${formatMoney(usd)} of ${formatMoney(preview.price_usd)}`
  const waiting = (usd: number) =>
    usd > 0 ? ` ${formatMoney(usd)} of it waits for finance or an admin.` : ''
  return [
    {
      id: 'policy',
      label: 'By the cancellation policy',
      note: `${of(preview.policy_refund_usd)}, as if the family had canceled now.${waiting(preview.policy_waiting_usd)}`,
    },
    {
      id: 'full',
      label: 'In full',
      note: `${of(preview.full_refund_usd)}. The caregivers keep nothing.${waiting(preview.full_waiting_usd)}`,
    },
  ] as const
}
