import { ConsolePage } from '../common/lists/console-frame.tsx'
import { AuditPanel } from './audit-panel.tsx'

export function AuditPage() {
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
