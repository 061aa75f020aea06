import { paths } from '../../shared/routes/paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { RecoveryList } from './recovery-list.tsx'

export function RecoveriesPage() {
  return (
    <Page
      title="Requests to turn off two-step sign-in"
      width="wide"
      lead="For people who’ve lost their phone, passkeys and recovery codes. One staff member asks, and an admin approves."
      back={<BackLink to={paths.admin}>Dashboard</BackLink>}
    >
      <RecoveryList />
    </Page>
  )
}
