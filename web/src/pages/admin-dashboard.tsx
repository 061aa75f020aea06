import { ApprovalPanel } from '../features/admin/components/approval-panel.tsx'
import { DashboardFilters, useDashboardFilters } from '../features/admin/components/dashboard-filters.tsx'
import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { QueuePanel } from '../features/admin/components/queue-panel.tsx'
import { UserPanel } from '../features/admin/components/user-panel.tsx'
import { useSession } from '../lib/session/session.ts'
import { Page } from '../ui/page.tsx'

export function Component() {
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
    <ConsolePage title="Dashboard" screen="dashboard" actions={<DashboardFilters filters={filters} />}>
      <div className="flex flex-col gap-6">
        <QueuePanel />
        <ApprovalPanel filters={filters} />
        <UserPanel filters={filters} />
      </div>
    </ConsolePage>
  )
}
