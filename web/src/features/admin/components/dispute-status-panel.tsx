import type { Dispute } from '@tendwell/contract/disputes'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { disputeLabel, formatDate, formatMoney } from '../../../lib/format.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type DisputeAction, disputeActions } from '../api.ts'
import { actionOutcome, type DisputeActions, useDisputeAction } from '../hooks/use-dispute-action.ts'
import { CloseDisputeDialog } from './close-dispute-dialog.tsx'

interface ActionLook {
  from: Dispute['status']
  label: string
  pendingLabel: string
  variant: 'primary' | 'secondary' | 'danger'
  icon: ReactNode
}

const actions: Record<DisputeAction, ActionLook> = {
  escalate: {
    from: 'submitted',
    label: 'Escalate Dispute',
    pendingLabel: 'Escalating...',
    variant: 'primary',
    icon: <Flag className="size-4" aria-hidden="true" />,
  },
  reject: {
    from: 'submitted',
    label: 'Reject Dispute',
    pendingLabel: 'Rejecting...',
    variant: 'secondary',
    icon: <CircleX className="size-4 text-clay" aria-hidden="true" />,
  },
  close: {
    from: 'escalated',
    label: 'Close Dispute',
    pendingLabel: 'Closing...',
    variant: 'primary',
    icon: <CircleCheck className="size-4" aria-hidden="true" />,
  },
}

const leads: Partial<Record<Dispute['status'], string>> = {
  submitted:
    'Escalate the dispute for priority review, or reject it. The money stays on hold until it’s resolved.',
  escalated: 'Under priority review. Close the dispute with or without a refund to the family.',
}

/** A dispute's money and the actions an admin can take, each after a confirmation. */
export function DisputeStatusPanel({ dispute }: { dispute: Dispute }) {
  const { send, pending } = useDisputeAction(dispute)
  const [confirming, setConfirming] = useState<DisputeAction | null>(null)
  const dialog = { dispute, send, onClose: () => setConfirming(null) }
  const available = disputeActions.filter((action) => actions[action].from === dispute.status)
  return (
    <Panel title="Dispute Status Management" lead={leads[dispute.status]}>
      <DescriptionList items={listAmounts(dispute)} />
      {available.length === 0 ? (
        <p className="mt-5 border-t border-line pt-5 font-medium">
          This dispute has been {dispute.status}. No further actions are available.
        </p>
      ) : (
        <div className="mt-6 flex flex-col gap-3">
          {available.map((action) => (
            <Button
              key={action}
              block
              variant={actions[action].variant}
              icon={actions[action].icon}
              isPending={pending === action}
              isDisabled={pending !== null}
              onPress={() => setConfirming(action)}
            >
              {pending === action ? actions[action].pendingLabel : actions[action].label}
            </Button>
          ))}
        </div>
      )}
      {confirming === 'close' && <CloseDisputeDialog {...dialog} />}
      {(confirming === 'escalate' || confirming === 'reject') && (
        <ConfirmAction action={confirming} {...dialog} />
      )}
    </Panel>
  )
}

interface ConfirmActionProps {
  action: 'escalate' | 'reject'
  dispute: Dispute
  send: DisputeActions['send']
  onClose: () => void
}

function ConfirmAction({ action, dispute, send, onClose }: ConfirmActionProps) {
  const { run, isPending } = useAction({
    send: () => send(action),
    ...actionOutcome(action, onClose),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      {...getConfirmation(action, dispute)}
      pendingLabel={actions[action].pendingLabel}
      onConfirm={() => run(null)}
      isPending={isPending}
    />
  )
}

function getConfirmation(action: 'escalate' | 'reject', { id, parties }: Dispute) {
  const label = disputeLabel(id)
  if (action === 'escalate') {
    return {
      title: `Escalate ${label}?`,
      consequence: 'This marks the dispute for priority review. Both parties are notified.',
      confirmLabel: 'Escalate Dispute',
      tone: 'primary',
    } as const
  }
  return {
    title: `Reject ${label}?`,
    consequence: `This cannot be undone and will close the case. The money on hold goes to ${parties.caregiver.name}.`,
    confirmLabel: 'Reject Dispute',
    tone: 'danger',
  } as const
}

function listAmounts({ held_usd: held, refund_usd: refund, booking, ended_at: endedAt }: Dispute) {
  const paid = { term: 'Booking total', value: formatMoney(booking.total_price_usd) }
  if (!endedAt) return [paid, { term: 'On hold', value: formatMoney(held) }]
  return [
    paid,
    { term: 'Refunded', value: formatMoney(refund) },
    { term: 'Ended', value: formatDate(endedAt) },
  ]
}
