import { RECOVERY_CODE_COUNT } from '@tendwell/contract/sign-in/two-step'
import { useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useMakeRecoveryCodesMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactorSection } from './factor-section.tsx'

interface RecoverySectionProps {
  left: number
  onCodes: (codes: readonly string[]) => void
}

const few = 3

/** How many recovery codes are left, and a way to make new ones. */
export function RecoverySection({ left, onCodes }: RecoverySectionProps) {
  const [isAsking, setAsking] = useState(false)
  const [makeCodes] = useMakeRecoveryCodesMutation()
  const { run, isPending } = useAction({
    send: () => makeCodes().unwrap(),
    failure: 'Failed to make new codes',
    onSuccess: ({ recovery_codes: codes }) => {
      setAsking(false)
      onCodes(codes)
    },
  })
  return (
    <FactorSection
      title="Recovery codes"
      lead="Use these when you don’t have your phone or passkey. Each code works once."
    >
      <p>
        <strong className="tabular">
          {left} of {plural(RECOVERY_CODE_COUNT, 'code')} left.
        </strong>
        {left <= few && ' Make new ones soon, so you don’t get locked out.'}
      </p>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Make new codes
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        consequence={`You’ll get ${RECOVERY_CODE_COUNT} new codes. The ones you have now stop working, and remembered devices ask for a second step again.`}
        tone="primary"
        confirmLabel="Make new codes"
        pendingLabel="Making codes…"
        onConfirm={() => run(undefined)}
        isPending={isPending}
      />
    </FactorSection>
  )
}
