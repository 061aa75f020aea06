import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { listRefundParts } from '@tendwell/contract/safety/dispute-refund'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDate, formatMoney } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { CloseDisputeDialog, type DisputeDialogProps, RejectDisputeDialog } from './close-dispute-dialog.tsx'
import type { DisputeAction } from './disputes-api.ts'
import { actionOutcome, useDisputeAction } from './use-dispute-action.ts'

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
    icon: <Flag className="size-4" />,
  },
  reject: {
    from: 'submitted',
    label: 'Reject Dispute',
    pendingLabel: 'Rejecting...',
    variant: 'secondary',
    icon: <CircleX className="size-4 text-clay" />,
  },
  close: {
    from: 'escalated',
    label: 'Close Dispute',
    pendingLabel: 'Closing...',
    variant: 'primary',
    icon: <CircleCheck className="size-4" />,
  },
}

const leads: Partial<Record<Dispute['status'], string>> = {
  submitted:
    'Escalate the dispute for priority review, or reject it. The money stays on hold until it’s resolved.',
  escalated: 'Under priority review. Close the dispute with or without a refund to the family.',
}

const disputeActions = Object.keys(actions) as DisputeAction[]

/** A dispute's money, who works on it, and the actions an admin can take, each after a confirmation. */
export function DisputeStatusPanel({ dispute }: { dispute: DisputeRecord }) {
  const { send, pending } = useDisputeAction(dispute)
  const [confirming, setConfirming] = useState<DisputeAction | null>(null)
  const dialog = { dispute, send, onClose: () => setConfirming(null) }
  const waiting = dispute.waiting_refund
  const available = disputeActions.filter((action) => actions[action].from === dispute.status)
  return (
    <Panel title="Dispute Status Management" lead={leads[dispute.status]}>
      <DescriptionList items={listAmounts(dispute)} />
      {waiting && (
        <div className="mt-5">
          <Banner title="Waits for finance or an admin">
            <PersonLink person={waiting.asked_by} /> asked to close it with a refund of{' '}
            {formatMoney(waiting.amount_usd)}. Finance and admins decide under Payments.
          </Banner>
        </div>
      )}
      <div className="mt-5 border-t border-line pt-5">
        {available.length > 0 ? (
          <AssigneeField dispute={dispute} />
        ) : (
          <p className="font-medium">
            This dispute has been {dispute.status}. No further actions are available.
          </p>
        )}
      </div>
      {available.length > 0 && (
        // On smaller screens the panel is not beside the case, so its actions stay at the bottom.
        <div className="mt-6 flex gap-3 max-lg:fixed max-lg:flex-wrap max-lg:*:w-auto max-lg:*:flex-1 max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper-raised max-lg:px-5 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:flex-col">
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
      {confirming === 'reject' && <RejectDisputeDialog {...dialog} />}
      {confirming === 'escalate' && <EscalateDialog {...dialog} />}
    </Panel>
  )
}

function EscalateDialog({ dispute, send, onClose }: DisputeDialogProps) {
  const { run, isPending } = useAction({
    send: () => send({ action: 'escalate' }),
    ...actionOutcome('escalate', onClose),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Escalate ${disputeLabel(dispute.id)}?`}
      consequence="This marks the dispute for priority review. Both parties are notified."
      confirmLabel="Escalate Dispute"
      pendingLabel={actions.escalate.pendingLabel}
      tone="primary"
      onConfirm={() => run(null)}
      isPending={isPending}
    />
  )
}

function listAmounts(dispute: Dispute) {
  const { held_usd: held, booking, ended_at: endedAt } = dispute
  const paid = { term: 'Booking total', value: formatMoney(booking.total_price_usd) }
  if (!endedAt) return [paid, { term: 'On hold', value: formatMoney(held) }]
  const refund = listRefundParts(dispute).map(({ term, usd }) => ({ term, value: formatMoney(usd) }))
  const none = { term: 'Refund', value: 'None' }
  return [paid, ...(refund.length > 0 ? refund : [none]), { term: 'Ended', value: formatDate(endedAt) }]
}
