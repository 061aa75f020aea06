import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { formatDate } from '../../../lib/format/format.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import type { CloseDialogProps } from './close-dialog.tsx'
import { DisputeCard } from './dispute-card.tsx'

const CloseDialog = lazyDialog<CloseDialogProps>(async () => (await import('./close-dialog.tsx')).CloseDialog)

/** A dispute in the list of the family that opened it, who can close it while it is submitted. */
export function OwnDisputeCard({ dispute }: { dispute: OwnDispute }) {
  const [isAsking, setAsking] = useState(false)
  const label = disputeLabel(dispute.id)
  return (
    <>
      <DisputeCard
        dispute={dispute}
        title={label}
        person={{ name: dispute.caregiver_name, avatar: dispute.caregiver_avatar }}
        lead={<p className="font-semibold">{dispute.caregiver_name}</p>}
        facts={[`Created ${formatDate(dispute.opened_at)}`]}
        actions={
          <>
            {dispute.status === 'submitted' && (
              <Button variant="quiet" aria-label={`Close Dispute ${label}`} onPress={() => setAsking(true)}>
                Close Dispute
              </Button>
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
      <CloseDialog
        id={dispute.id}
        caregiverName={dispute.caregiver_name}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
