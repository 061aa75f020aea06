import type { AssignedDispute } from '@tendwell/contract/disputes'
import { useAssignedDisputesQuery } from '../features/disputes/api.ts'
import { AssignedDisputeCard } from '../features/disputes/assigned-dispute.tsx'
import { DisputeList } from '../features/disputes/dispute-list.tsx'
import { useDisputeSearch } from '../features/disputes/use-dispute-search.ts'
import { plural } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

export function Component() {
  const search = useDisputeSearch()
  const query = useAssignedDisputesQuery(search.query)
  search.learn(query.currentData?.count)
  const count = query.data?.count
  return (
    <Page
      title="Disputes"
      lead={<span className="tabular">{count === undefined ? ' ' : plural(count, 'dispute')}</span>}
      width="reading"
    >
      <DisputeList<AssignedDispute>
        search={search}
        query={query}
        placeholder="Search by caretaker, reason or dispute ID"
        otherOf={(dispute) => dispute.caretaker_name}
        empty={
          <EmptyState
            title="No disputes assigned."
            hint="Should a family dispute a booking of yours, you read here what it says and how it ends."
            action={
              <ButtonLink to={paths.caregiverBookings} variant="secondary">
                Bookings
              </ButtonLink>
            }
            scene={<EmptyLetterbox />}
          />
        }
        render={(dispute) => <AssignedDisputeCard dispute={dispute} />}
      />
    </Page>
  )
}
