import { useLocation, useParams } from 'react-router'
import { polling, useAdminDisputeQuery } from '../features/admin/api.ts'
import { DisputeStatusPanel } from '../features/admin/components/dispute-status-panel.tsx'
import { DisputeFacts } from '../features/disputes/components/dispute-facts.tsx'
import { getErrorStatus } from '../lib/errors.ts'
import { disputeLabel } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { MissingState } from '../ui/missing-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonText } from '../ui/skeleton.tsx'
import { StatusPill } from '../ui/status-pill.tsx'

export function Component() {
  const { disputeId = '' } = useParams()
  // The filters and page of the list that the admin came from.
  const { search } = useLocation()
  const { currentData: dispute, error, refetch } = useAdminDisputeQuery(disputeId.replace(/^#/, ''), polling)
  return (
    <Page
      title={dispute ? disputeLabel(dispute.id) : 'Dispute'}
      back={<BackLink to={paths.adminDisputes + search}>Back</BackLink>}
      actions={dispute && <StatusPill status={dispute.status} />}
    >
      {dispute && (
        <div className="grid items-start gap-6 min-[70rem]:grid-cols-[1fr_22rem]">
          <DisputeFacts dispute={dispute} />
          <div className="min-[70rem]:sticky min-[70rem]:top-24">
            <DisputeStatusPanel key={dispute.id} dispute={dispute} />
          </div>
        </div>
      )}
      {!dispute && !error && (
        <div className="grid items-start gap-6 min-[70rem]:grid-cols-[1fr_22rem]">
          <Card>
            <SkeletonText lines={8} />
          </Card>
          <Card>
            <SkeletonText lines={5} />
          </Card>
        </div>
      )}
      {!dispute && error && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const title = 'Failed to load dispute'
  if (getErrorStatus(error) !== 404) return <ErrorState title={title} error={error} onRetry={onRetry} />
  return (
    <MissingState
      title={title}
      hint="We couldn’t find a dispute with this number."
      action={{ label: 'View all disputes', to: paths.adminDisputes }}
    />
  )
}
