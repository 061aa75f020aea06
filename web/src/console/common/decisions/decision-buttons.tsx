import { BadgeCheck, CircleX, Flag } from 'lucide-react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { type Decision, decisionFailure, type SendDecision } from './use-decision.ts'

interface DecisionButtonsProps {
  /** The caregiver; without a name, the buttons are about the selected caregivers. */
  name?: string
  /** Makes Verify take effect at once. Without it, all three ask first. */
  send?: SendDecision
  /** Runs after Verify has succeeded. */
  onVerified?: () => void
  /** Opens the dialog of a decision. */
  onAsk: (decision: Decision) => void
  can: readonly Decision[]
  /** `Revoke` for caregivers who are verified. */
  rejectLabel?: string
}

/** Verify, Reject and Flag. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { name, send, onVerified, onAsk, can, rejectLabel = 'Reject' } = props
  const { run: verify, isPending } = useAction({
    send: async () => send?.('verified') ?? '',
    success: (message) => message,
    failure: decisionFailure,
    toasts: threeSecondToast,
    onSuccess: () => onVerified?.(),
  })
  const label = (verb: string) =>
    name ? { children: verb, 'aria-label': `${verb} ${name}` } : { children: `${verb} selected` }
  return (
    <span className={name ? 'contents' : 'flex flex-wrap gap-2'}>
      {can.includes('verified') && (
        <Button
          size="small"
          variant={name ? 'primary' : 'secondary'}
          icon={<BadgeCheck className={`size-4 ${name ? '' : 'text-forest'}`} />}
          onPress={() => (send ? verify(undefined) : onAsk('verified'))}
          isPending={isPending}
          {...label('Verify')}
        />
      )}
      {can.includes('rejected') && (
        <Button
          size="small"
          variant="secondary"
          icon={<CircleX className="size-4 text-clay" />}
          isDisabled={isPending}
          onPress={() => onAsk('rejected')}
          {...label(rejectLabel)}
        />
      )}
      {can.includes('flagged') && (
        <Button
          size="small"
          variant="secondary"
          icon={<Flag className="size-4 text-gold-ink" />}
          isDisabled={isPending}
          onPress={() => onAsk('flagged')}
          {...label('Flag')}
        />
      )}
    </span>
  )
}
