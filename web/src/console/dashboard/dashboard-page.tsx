import { useSession } from '../../lib/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { ConsolePage } from '../common/lists/console-frame.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { DashboardFilters, useDashboardFilters } from './dashboard-filters.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { UserPanel } from './user-panel.tsx'

export function DashboardPage() {
  const filters = useDashboardFilters()
  const { user } = useSession()
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
        <ApprovalPanel filters={filters} />
        <UserPanel filters={filters} />
      </div>
    </ConsolePage>
  )
}
