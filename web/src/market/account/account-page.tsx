import { useSession } from '../../lib/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { PanelGroup } from '../../ui/panel.tsx'
import { BlockedPeoplePanel } from './blocks/blocked-people-panel.tsx'
import { FeedPanel } from './calendar-feed/feed-panel.tsx'
import { EmailPanel } from './email/email-panel.tsx'
import { IdentitiesPanel } from './google/identities-panel.tsx'
import { SettingsPanel } from './notifications/settings-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { StaffAccessPanel } from './privacy/staff-access-panel.tsx'
import { YourDataPanel } from './privacy/your-data-panel.tsx'
import { SessionsPanel } from './sessions/sessions-panel.tsx'
import { TwoStepPanel } from './two-step/two-step-panel.tsx'

const security = { id: 'security', title: 'Sign-in and security' }
const notifications = { id: 'notifications', title: 'Notifications and calendar' }
const privacy = { id: 'privacy', title: 'Privacy' }

export function AccountPage() {
  const { user } = useSession()
  if (!user) return null
  const isStaff = user.role === 'admin'
  return (
    <Page title="Account" lead={<span className="wrap-anywhere">{`${user.full_name} · ${user.email}`}</span>}>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[14rem_minmax(0,42rem)]">
        <GroupLinks groups={isStaff ? [security, privacy] : [security, notifications, privacy]} />
        <div className="flex min-w-0 flex-col gap-14">
          <PanelGroup {...security}>
            <TwoStepPanel />
            <PasswordPanel email={user.email} />
            <EmailPanel email={user.email} />
            <SessionsPanel />
            <IdentitiesPanel />
          </PanelGroup>
          {!isStaff && (
            <PanelGroup {...notifications}>
              <SettingsPanel isCaregiver={user.role === 'caregiver'} />
              <FeedPanel hasTimeOff={user.role === 'caregiver'} />
            </PanelGroup>
          )}
          <PanelGroup {...privacy}>
            {!isStaff && <BlockedPeoplePanel />}
            {!isStaff && <StaffAccessPanel />}
            <YourDataPanel />
          </PanelGroup>
        </div>
      </div>
    </Page>
  )
}

function GroupLinks({ groups }: { groups: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-8">
      <ul className="-mx-3 flex flex-wrap lg:flex-col">
        {groups.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-forest transition-colors hover:bg-sand lg:flex"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
