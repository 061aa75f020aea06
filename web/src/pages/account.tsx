import { EmailPanel } from '../features/accounts/components/email-panel.tsx'
import { IdentitiesPanel } from '../features/accounts/components/identities-panel.tsx'
import { PasswordPanel } from '../features/accounts/components/password-panel.tsx'
import { SessionsPanel } from '../features/accounts/components/sessions-panel.tsx'
import { TwoStepPanel } from '../features/accounts/components/two-step/two-step-panel.tsx'
import { BlockedPeoplePanel } from '../features/blocks/components/blocked-people-panel.tsx'
import { FeedPanel } from '../features/calendars/components/feed-panel.tsx'
import { SettingsPanel } from '../features/notifications/components/settings-panel.tsx'
import { StaffAccessPanel } from '../features/own-data/components/staff-access-panel.tsx'
import { YourDataPanel } from '../features/own-data/components/your-data-panel.tsx'
import { useSession } from '../lib/session/session.ts'
import { Page } from '../ui/page.tsx'
import { PanelGroup } from '../ui/panel.tsx'

const security = { id: 'security', title: 'Sign-in and security' }
const notifications = { id: 'notifications', title: 'Notifications and calendar' }
const privacy = { id: 'privacy', title: 'Privacy' }

export function Component() {
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
