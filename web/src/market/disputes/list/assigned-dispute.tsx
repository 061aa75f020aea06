import { shortenName } from '@tendwell/contract/people/names'
import type { AssignedDispute } from '@tendwell/contract/safety/disputes'
import { formatDate } from '../../../lib/format/format.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DisputeCard } from './dispute-card.tsx'

/** A dispute in the list of the caregiver it is about. */
export function AssignedDisputeCard({ dispute }: { dispute: AssignedDispute }) {
  const label = disputeLabel(dispute.id)
  return (
    <DisputeCard
      dispute={dispute}
      title={`Dispute from ${shortenName(dispute.caretaker_name)}`}
      person={{ name: dispute.caretaker_name, avatar: dispute.caretaker_avatar }}
      facts={[`Opened ${formatDate(dispute.opened_at)}`, label]}
      actions={
        <ButtonLink to={paths.caregiverDispute(dispute.id)} variant="secondary" aria-label={`View ${label}`}>
          View
        </ButtonLink>
      }
    />
  )
}
