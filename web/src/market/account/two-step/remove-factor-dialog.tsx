import type { TwoStep } from '@tendwell/contract/sign-in/two-step'
import { getErrorStatus, isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { type FactorPath, useRemoveFactorMutation } from '../../../shared/sign-in/two-step-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Factor, hasOneFactor } from './factor.ts'

interface RemoveFactorDialogProps {
  factor: Factor
  twoStep: TwoStep
  onClose: () => void
}

const meaningOfLast =
  'This is your only second step. Without it, two-step sign-in is off: your password alone opens your account, and your recovery codes stop working.'

/** Removes a passkey or the authenticator app, and says what that means for the last one. */
export function RemoveFactorDialog({ factor, twoStep, onClose }: RemoveFactorDialogProps) {
  const { path, name } = factor
  const [removeFactor] = useRemoveFactorMutation()
  const isLast = hasOneFactor(twoStep)
  const { run, isPending } = useAction({
    send: async (removed: FactorPath) => {
      const { error } = await removeFactor(removed)
      // 404: it has already been removed, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: isLast ? 'Two-step sign-in is off' : `${name} removed`,
    failure: `Failed to remove ${name}`,
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isLast ? 'Turn off two-step sign-in?' : `Remove ${name}?`}
      consequence={isLast ? meaningOfLast : describe(factor)}
      confirmLabel={isLast ? 'Remove and turn off' : 'Remove'}
      pendingLabel="Removing…"
      onConfirm={() => run(path)}
      isPending={isPending}
    />
  )
}

function describe({ kind, name }: Factor): string {
  if (kind === 'app')
    return 'Codes from this app will stop working. You can delete the Tendwell entry in the app.'
  return `You can no longer log in with “${name}”. It stays in your browser or password manager until you delete it there.`
}
