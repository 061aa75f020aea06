import { ApprovalPanel } from '../features/admin/approval-panel.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Dashboard">
      <ApprovalPanel />
    </Page>
  )
}
