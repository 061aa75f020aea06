import { BadgeCheck, CircleX, Flag } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { consoleToast } from '../console-toast.ts'
import { type Decision, decisionFailure, type SendDecision } from '../hooks/use-decision.ts'

interface DecisionButtonsProps {
  /** The caregiver; without a name, the buttons are about the selected caregivers. */
  name?: string
  send: SendDecision
  /** Whether there is anyone to decide on. */
  canDecide?: () => boolean
  onReject: () => void
  /** False for caregivers who are flagged already. */
  canFlag: boolean
  /** False for caregivers who are verified already. */
  canVerify?: boolean
  /** `Revoke` for caregivers who are verified. */
  rejectLabel?: string
}

/** Verify and Flag take effect at once. Reject asks for a reason first. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const {
    name,
    send,
    canDecide = () => true,
    onReject,
    canFlag,
    canVerify = true,
    rejectLabel = 'Reject',
  } = props
  const [decision, setDecision] = useState<Decision | null>(null)
  const { run, isPending } = useAction({
    send: (chosen: Decision) => send(chosen),
    success: (message) => message,
    failure: decisionFailure,
    toasts: consoleToast,
  })
  const decide = (chosen: Decision) => {
    if (!canDecide()) return
    setDecision(chosen)
    run(chosen)
  }
  const label = (verb: string) =>
    name ? { children: verb, 'aria-label': `${verb} ${name}` } : { children: `${verb} selected` }
  const stateOf = (of: Decision) => ({
    isPending: isPending && decision === of,
    isDisabled: isPending && decision !== of,
  })
  return (
    <span className={`flex flex-wrap gap-2 ${name ? 'md:flex-nowrap' : ''}`}>
      {canVerify && (
        <Button
          size="small"
          variant={name ? 'primary' : 'secondary'}
          icon={<BadgeCheck className={`size-4 ${name ? '' : 'text-forest'}`} aria-hidden="true" />}
          onPress={() => decide('verified')}
          {...stateOf('verified')}
          {...label('Verify')}
        />
      )}
      <Button
        size="small"
        variant="secondary"
        icon={<CircleX className="size-4 text-clay" aria-hidden="true" />}
        isDisabled={isPending}
        onPress={() => canDecide() && onReject()}
        {...label(rejectLabel)}
      />
      {canFlag && (
        <Button
          size="small"
          variant="secondary"
          icon={<Flag className="size-4 text-gold-ink" aria-hidden="true" />}
          onPress={() => decide('flagged')}
          {...stateOf('flagged')}
          {...label('Flag')}
        />
      )}
    </span>
  )
}
