import { EmailPanel } from '../features/accounts/components/email-panel.tsx'
import { IdentitiesPanel } from '../features/accounts/components/identities-panel.tsx'
import { PasswordPanel } from '../features/accounts/components/password-panel.tsx'
import { SessionsPanel } from '../features/accounts/components/sessions-panel.tsx'
import { FeedPanel } from '../features/calendars/components/feed-panel.tsx'
import { SettingsPanel } from '../features/notifications/components/settings-panel.tsx'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/page.tsx'

export function Component() {
  const { user } = useSession()
  if (!user) return null
  return (
    <Page title="Account" lead={`${user.full_name} · ${user.email}`}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <EmailPanel email={user.email} />
          <PasswordPanel email={user.email} />
          {user.role !== 'admin' && <FeedPanel hasTimeOff={user.role === 'caregiver'} />}
        </div>
        <div className="flex flex-col gap-6">
          <SessionsPanel />
          <IdentitiesPanel />
          {user.role !== 'admin' && (
            <div id="notifications" className="scroll-mt-6">
              <SettingsPanel showReviews={user.role === 'caregiver'} />
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}
