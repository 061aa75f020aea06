import { ChangesPanel } from '../features/admin/components/staff/changes-panel.tsx'
import { InvitationsPanel } from '../features/admin/components/staff/invitations-panel.tsx'
import { StaffPanel } from '../features/admin/components/staff/staff-panel.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Staff" lead="People who can use the console, and what each of them can do." width="wide">
      <div className="flex flex-col gap-8">
        <StaffPanel
          below={
            <>
              <ChangesPanel />
              <InvitationsPanel />
            </>
          }
        />
      </div>
    </Page>
  )
}
