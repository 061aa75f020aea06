import { useNavigate } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { CloseAccountForm } from './close-account-form.tsx'

export function CloseAccountPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  if (!user) return null
  // The layout then logs out.
  const leave = (erasedAt: string) =>
    navigate(paths.accountClosed, {
      replace: true,
      state: { email: user.email, erasedAt, isLoggingOut: true },
    })
  return (
    <Page
      title="Close your account"
      lead="We’re sorry to see you go."
      width="reading"
      back={<BackLink to={paths.account}>Account</BackLink>}
    >
      <CloseAccountForm user={user} onClosed={leave} />
    </Page>
  )
}
