import type { OwnDispute } from '@tendwell/contract/disputes'
import { useOwnDisputesQuery } from '../features/disputes/api.ts'
import { DisputeList } from '../features/disputes/dispute-list.tsx'
import { OwnDisputeCard } from '../features/disputes/own-dispute.tsx'
import { useDisputeSearch } from '../features/disputes/use-dispute-search.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

export function Component() {
  const search = useDisputeSearch()
  const query = useOwnDisputesQuery(search.query)
  search.learn(query.currentData?.count)
  return (
    <Page
      title="My Disputes"
      actions={<ButtonLink to={paths.createDispute}>Create New Dispute</ButtonLink>}
      width="reading"
    >
      <DisputeList<OwnDispute>
        search={search}
        query={query}
        placeholder="Search by caregiver, reason or dispute ID"
        otherOf={(dispute) => dispute.caregiver_name}
        empty={
          <EmptyState
            title="No disputes found"
            hint="If something about a booking went wrong and talking did not help, we look into it with both sides."
            action={<ButtonLink to={paths.createDispute}>Create Your First Dispute</ButtonLink>}
            scene={<EmptyLetterbox />}
          />
        }
        render={(dispute) => <OwnDisputeCard dispute={dispute} />}
      />
    </Page>
  )
}
