import { DISPUTE_PAGE_SIZE } from '@tendwell/contract/safety/disputes'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useOwnDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { DisputeList } from './dispute-list.tsx'
import { toQuery } from './filters.ts'
import { OwnDisputeCard } from './own-dispute.tsx'
import { useDisputeSearch } from './use-dispute-search.ts'

export function FamilyDisputesPage() {
  const search = useDisputeSearch()
  const list = usePagedQuery(useOwnDisputesQuery, toQuery(search.filters), { pageSize: DISPUTE_PAGE_SIZE })
  return (
    <Page
      title="My Disputes"
      actions={<ButtonLink to={paths.createDispute}>Create New Dispute</ButtonLink>}
      width="reading"
    >
      <DisputeList
        search={search}
        list={list}
        placeholder="Search by caregiver, reason or dispute ID"
        otherOf={(dispute) => dispute.caregiver_name}
        empty={
          <EmptyState
            title="No disputes found"
            hint="If something went wrong and you couldn’t resolve it with the caregiver, we’ll look into it with both of you."
            action={<ButtonLink to={paths.createDispute}>Create Your First Dispute</ButtonLink>}
            scene={<EmptyLetterbox />}
          />
        }
      >
        {(dispute) => <OwnDisputeCard dispute={dispute} />}
      </DisputeList>
    </Page>
  )
}
