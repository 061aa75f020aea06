import { Link, Navigate, useLocation } from 'react-router'
import { formatInstant } from '../../../lib/format/format.ts'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Page } from '../../../ui/page.tsx'

/**
 * Confirms that the account was closed. The state comes from the form that closed it, and a reload keeps it.
 */
export function AccountClosedPage() {
  const closed: { email: string; erasedAt: string } | null = useLocation().state
  const { isLoggedIn } = useSession()
  if (isLoggedIn && !closed) return <Navigate to={paths.home} replace />
  return (
    <Page title="Your account is closed" width="reading">
      <Banner tone="success" title="Changed your mind?">
        {closed ? (
          <p>
            We emailed a link to <span className="wrap-anywhere">{closed.email}</span>
            {`. It opens your account again until ${formatInstant(closed.erasedAt)}.`}
          </p>
        ) : (
          <p>We emailed a link that opens it again within 14 days.</p>
        )}
        <p className="mt-2">
          Didn’t get the email?{' '}
          <Link to={paths.contact} className="text-link">
            Contact us
          </Link>
        </p>
      </Banner>
    </Page>
  )
}
