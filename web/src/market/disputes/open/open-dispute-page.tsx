import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { NewDispute } from './new-dispute.tsx'

export function OpenDisputePage() {
  const { user } = useSession()
  return (
    <Page
      title="Create Dispute"
      lead="We hold the payment until the dispute is resolved, and we listen to both sides."
      back={<BackLink to={paths.caretakerDisputes}>Disputes</BackLink>}
      width="reading"
    >
      {user && <NewDispute userId={user.id} />}
    </Page>
  )
}
