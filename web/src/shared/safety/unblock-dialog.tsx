import { getErrorStatus } from '../../lib/errors.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useUnblockMutation } from './blocks-api.ts'

export interface UnblockDialogProps {
  person: { id: number; full_name: string }
  onClose: () => void
}

/** Asks before removing the user's block of a person. */
export function UnblockDialog({ person, onClose }: UnblockDialogProps) {
  const [unblock] = useUnblockMutation()
  const { run, isPending } = useAction({
    send: async (id: number) => {
      const { error } = await unblock(id)
      // 404: another tab has unblocked them, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: `You unblocked ${person.full_name}`,
    failure: 'Failed to unblock',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Unblock ${person.full_name}?`}
      consequence="You’ll be able to find and message each other again. Requests that were closed stay closed."
      confirmLabel="Unblock"
      pendingLabel="Unblocking…"
      tone="primary"
      onConfirm={() => run(person.id)}
      isPending={isPending}
    />
  )
}
