import { InvitationsPanel } from '../features/admin/components/staff/invitations-panel.tsx'
import { StaffPanel } from '../features/admin/components/staff/staff-panel.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Staff" lead="Who works in the console, and what they may use." width="wide">
      <div className="flex flex-col gap-8">
        <StaffPanel below={<InvitationsPanel />} />
      </div>
    </Page>
  )
}
