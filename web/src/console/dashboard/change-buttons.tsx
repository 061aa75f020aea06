import { BadgeCheck, CircleX } from 'lucide-react'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { changeFailure } from './use-change-decision.ts'

interface ChangeButtonsProps {
  name: string
  /** Resolves to the message for the toast. */
  approve: () => Promise<string>
  onDecline: () => void
}

/** Approves a new name or photo at once, or opens the dialog that declines it. */
export function ChangeButtons({ name, approve, onDecline }: ChangeButtonsProps) {
  const { run, isPending } = useAction({
    send: approve,
    success: (message) => message,
    failure: changeFailure,
    toasts: threeSecondToast,
  })
  return (
    <span className="flex flex-wrap gap-2 max-md:pt-1 md:flex-nowrap md:justify-end">
      <Button
        size="small"
        icon={<BadgeCheck className="size-4" />}
        onPress={() => void run(undefined)}
        isPending={isPending}
        aria-label={`Approve ${name}’s change`}
      >
        Approve
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<CircleX className="size-4 text-clay" />}
        onPress={onDecline}
        isDisabled={isPending}
        aria-label={`Decline ${name}’s change`}
      >
        Decline
      </Button>
    </span>
  )
}
