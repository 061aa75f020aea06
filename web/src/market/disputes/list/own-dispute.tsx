import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import { formatDate } from '../../../lib/format/format.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CloseDispute } from './close-dispute.tsx'
import { DisputeCard } from './dispute-card.tsx'

/** A dispute in the list of the family that opened it, who can close it while it is submitted. */
export function OwnDisputeCard({ dispute }: { dispute: OwnDispute }) {
  const label = disputeLabel(dispute.id)
  return (
    <DisputeCard
      dispute={dispute}
      title={label}
      person={{ name: dispute.caregiver_name, avatar: dispute.caregiver_avatar }}
      lead={<p className="font-semibold">{dispute.caregiver_name}</p>}
      facts={[`Created ${formatDate(dispute.opened_at)}`]}
      actions={
        <>
          {dispute.status === 'submitted' && (
            <CloseDispute id={dispute.id} caregiverName={dispute.caregiver_name} variant="quiet" />
          )}
          <ButtonLink
            to={paths.caretakerDispute(dispute.id)}
            variant="secondary"
            aria-label={`View Details of ${label}`}
          >
            View Details
          </ButtonLink>
        </>
      }
    />
  )
}
