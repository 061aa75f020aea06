import { Page } from '../../ui/page.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { StaffPanel } from './staff-panel.tsx'

export function StaffPage() {
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
