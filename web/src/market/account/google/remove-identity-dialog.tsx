import type { LinkedIdentity } from '@tendwell/contract/sign-in/accounts'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useRemoveIdentityMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface RemoveIdentityDialogProps {
  identity: LinkedIdentity
  onClose: () => void
}

export function RemoveIdentityDialog({ identity, onClose }: RemoveIdentityDialogProps) {
  const { id, provider } = identity
  const [removeIdentity] = useRemoveIdentityMutation()
  const { run: remove, isPending } = useAction({
    send: async (removedId: number) => {
      const { error } = await removeIdentity(removedId)
      // 404: it has already been removed, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: `${provider} removed`,
    failure: `Failed to remove ${provider}`,
    onSuccess: onClose,
    onFailure: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${provider}?`}
      consequence={`You can no longer log in with this ${provider} account. Your devices stay logged in, and we’ll send you an email about it.`}
      confirmLabel={`Remove ${provider}`}
      pendingLabel="Removing…"
      onConfirm={() => remove(id)}
      isPending={isPending}
    />
  )
}
