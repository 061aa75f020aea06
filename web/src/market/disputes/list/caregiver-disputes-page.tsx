import { DISPUTE_PAGE_SIZE } from '@tendwell/contract/safety/disputes'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { plural } from '../../../lib/format/format.ts'
import { useAssignedDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { AssignedDisputeCard } from './assigned-dispute.tsx'
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
