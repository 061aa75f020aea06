import { routes } from '@tendwell/contract/routes'
import { matchPath, parsePath, useLocation } from 'react-router'
import { returnTo } from '../../shared/routes/return-to.ts'
import { ButtonLink } from '../../ui/button-link.tsx'

const labels = [
  { route: routes.checkout, label: 'Back to checkout' },
  { route: routes.booking, label: 'Back to your booking' },
  { route: routes.caregiverBooking, label: 'Back to your booking' },
]

/** The booking or checkout that asked for a detail of the profile; null where the person came by themselves. */
export function useWayBack() {
  const to = returnTo(useLocation().search)
  const { pathname = '' } = parsePath(to)
  const found = labels.find(({ route }) => matchPath(route.path, pathname))
  return found ? { to, label: found.label } : null
}

/** Below the profile's details, once nothing is left to save. */
export function WayBackButton({ isDirty }: { isDirty: boolean }) {
  const back = useWayBack()
  if (!back || isDirty) return null
  return (
    <ButtonLink to={back.to} variant="secondary" className="self-end max-sm:self-stretch">
      {back.label}
    </ButtonLink>
  )
}
