import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { AuditPanel } from '../features/admin/components/records/audit-panel.tsx'

export function Component() {
  return (
    <ConsolePage
      title="Audit log"
      screen="audit"
      lead="Everything that was done in Tendwell, by whom and when. Nothing here can be changed."
    >
      <AuditPanel />
    </ConsolePage>
  )
}
