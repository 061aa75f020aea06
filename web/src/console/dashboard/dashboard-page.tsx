import { useSession } from '../../lib/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { ConsolePage } from '../common/lists/console-frame.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { DashboardFilters, useDashboardFilters } from './dashboard-filters.tsx'
import { useQueueQuery } from './queue-api.ts'
import { QueuePanel } from './queue-panel.tsx'
import { UserPanel } from './user-panel.tsx'

export function DashboardPage() {
  const filters = useDashboardFilters()
  const { user } = useSession()
  const { isLoading } = useQueueQuery()
  // Finance staff decide on neither caregivers nor accounts.
  if (user?.staff_role === 'finance') {
    return (
      <Page title="Dashboard" width="wide">
        <QueuePanel />
      </Page>
    )
  }
  return (
    <ConsolePage title="Dashboard" viewsOf="dashboard" actions={<DashboardFilters filters={filters} />}>
      <div className="flex flex-col gap-6">
        <QueuePanel />
        {/* Loads at the same time, and doesn't move when the queue appears, which has any number of lines. */}
        <div className={isLoading ? 'hidden' : 'contents'}>
          <ApprovalPanel filters={filters} />
          <UserPanel filters={filters} />
        </div>
      </div>
    </ConsolePage>
  )
}
