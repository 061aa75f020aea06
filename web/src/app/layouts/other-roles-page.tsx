import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { formatList } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { MissingState } from '../../ui/missing-state.tsx'
import { Page } from '../../ui/page.tsx'
import type { ConsoleLink } from './console-links.ts'

const teams: Record<StaffRole, string> = { support: 'support', finance: 'finance', admin: 'admins' }

interface OtherRolesPageProps {
  screen: Pick<ConsoleLink, 'label' | 'roles'>
  role: StaffRole
}

/** In the place of a screen of the console that the staff role may not open. */
export function OtherRolesPage({ screen, role }: OtherRolesPageProps) {
  return (
    <Page title={screen.label} width="wide">
      <MissingState
        title={`This page is for ${formatList(screen.roles.map((one) => teams[one]))}`}
        hint={`Your role is ${STAFF_ROLE_NAMES[role]}. If you need this page, ask an admin to change your role.`}
        action={{ label: 'Go to the dashboard', to: paths.admin }}
      />
    </Page>
  )
}
