import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import { useRequestRecoveryMutation } from '../common/two-step/recoveries-api.ts'

interface RequestRecoveryDialogProps {
  personId: number
  name: string
  onClose: () => void
}

/** Asks another admin to turn off a person's two-step sign-in. */
export function RequestRecoveryDialog({ personId, name, onClose }: RequestRecoveryDialogProps) {
  const [request] = useRequestRecoveryMutation()
  return (
    <ReasonDialog
      title={`Ask to turn off two-step sign-in for ${name}?`}
      consequence="For people who’ve lost their phone, passkeys and recovery codes. Another admin has to approve it, after 24 hours at the earliest. We’ll email the person now so they can stop it if they didn’t ask, and tell all admins."
      hint="How did you confirm who they are? Only staff see this."
      confirmLabel="Ask another admin"
      pendingLabel="Asking…"
      send={async (reason) => {
        await request({ personId, reason }).unwrap()
        return 'Another admin can approve it in 24 hours'
      }}
      failure="Failed to send the request"
      onClose={onClose}
    />
  )
}
