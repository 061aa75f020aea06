import { AuditPanel } from '../features/admin/components/records/audit-panel.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page
      title="Audit log"
      lead="Everything that was done in Tendwell, by whom and when. Nothing here can be changed."
    >
      <AuditPanel />
    </Page>
  )
}
