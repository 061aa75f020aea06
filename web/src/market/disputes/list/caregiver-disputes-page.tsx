import { shortenName } from '@tendwell/contract/people/names'
import { type AssignedDispute, DISPUTE_PAGE_SIZE } from '@tendwell/contract/safety/disputes'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatDate, plural } from '../../../lib/format/format.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useAssignedDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { DisputeCard } from './dispute-card.tsx'
import { DisputeList } from './dispute-list.tsx'
import { toQuery } from './filters.ts'
import { useDisputeSearch } from './use-dispute-search.ts'

export function CaregiverDisputesPage() {
  const search = useDisputeSearch()
  const list = usePagedQuery(useAssignedDisputesQuery, toQuery(search.filters), {
    pageSize: DISPUTE_PAGE_SIZE,
  })
  return (
    <Page
      title="Disputes"
      lead={<span className="tabular">{list.rows ? plural(list.count, 'dispute') : '\u00a0'}</span>}
      width="reading"
    >
      <DisputeList
        search={search}
        list={list}
        placeholder="Search by family, reason or dispute ID"
        otherOf={(dispute) => dispute.caretaker_name}
        empty={
          <EmptyState
            title="No disputes assigned."
            hint="If a family disputes one of your bookings, you’ll see the details and the outcome here."
            action={
              <ButtonLink to={paths.caregiverBookings} variant="secondary">
                Bookings
              </ButtonLink>
            }
            scene={<EmptyLetterbox />}
          />
        }
      >
        {(dispute) => <AssignedDisputeCard dispute={dispute} />}
      </DisputeList>
    </Page>
  )
}

/** A dispute in the list of the caregiver it is about. */
function AssignedDisputeCard({ dispute }: { dispute: AssignedDispute }) {
  const label = disputeLabel(dispute.id)
  return (
    <DisputeCard
      dispute={dispute}
      title={`Dispute from ${shortenName(dispute.caretaker_name)}`}
      person={{ name: dispute.caretaker_name, avatar: dispute.caretaker_avatar }}
      lead={<OwnAnswer dispute={dispute} />}
      facts={[`Opened ${formatDate(dispute.opened_at)}`, label]}
      actions={
        <ButtonLink to={paths.caregiverDispute(dispute.id)} variant="secondary" aria-label={`View ${label}`}>
          View
        </ButtonLink>
      }
    />
  )
}

/** Whether an open dispute waits for the caregiver’s answer, or when they gave it. */
function OwnAnswer({ dispute: { status, responded_at: at } }: { dispute: AssignedDispute }) {
  if (status === 'closed' || status === 'rejected') return null
  if (at) return `You answered on ${formatDate(at)}`
  return <span className="font-semibold text-gold-ink">Waiting for your answer</span>
}
