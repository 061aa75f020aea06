import type { Dispute } from '@tendwell/contract/disputes'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { disputeLabel, formatDate, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type DisputeStep, disputeSteps } from './api.ts'
import { CloseDisputeDialog } from './close-dispute-dialog.tsx'
import { useMove } from './use-move.ts'

interface StepWords {
  from: Dispute['status']
  label: string
  running: string
  look: 'primary' | 'secondary' | 'danger'
  icon: ReactNode
}

const steps: Record<DisputeStep, StepWords> = {
  escalate: {
    from: 'submitted',
    label: 'Escalate Dispute',
    running: 'Escalating...',
    look: 'primary',
    icon: <Flag className="size-4" aria-hidden="true" />,
  },
  reject: {
    from: 'submitted',
    label: 'Reject Dispute',
    running: 'Rejecting...',
    look: 'secondary',
    icon: <CircleX className="size-4 text-clay" aria-hidden="true" />,
  },
  close: {
    from: 'escalated',
    label: 'Close Dispute',
    running: 'Closing...',
    look: 'primary',
    icon: <CircleCheck className="size-4" aria-hidden="true" />,
  },
}

const leads: Partial<Record<Dispute['status'], string>> = {
  submitted: 'Escalate it for priority review, or reject it. The money stays held meanwhile.',
  escalated: 'Under priority review. Closing settles it, with or without a refund to the family.',
}

/** Where a dispute stands, what money waits for it, and the steps an admin can take, each after a confirmation. */
export function DisputeStatusPanel({ dispute }: { dispute: Dispute }) {
  const { move, running } = useMove(dispute)
  const [asked, setAsked] = useState<DisputeStep | null>(null)
  const confirm = async (step: DisputeStep, refundUsd: number | null = null) => {
    const { isDone, refundError } = await move(step, refundUsd)
    if (isDone) setAsked(null)
    return refundError
  }
  const dialog = { isPending: running !== null, onClose: () => setAsked(null) }
  const open = disputeSteps.filter((step) => steps[step].from === dispute.status)
  return (
    <Panel title="Dispute Status Management" lead={leads[dispute.status]}>
      <DescriptionList items={moneyOf(dispute)} />
      {open.length === 0 ? (
        <p className="mt-5 border-t border-line pt-5 font-medium">
          This dispute has been {dispute.status}. No further actions are available.
        </p>
      ) : (
        <div className="mt-6 flex flex-col gap-3">
          {open.map((step) => (
            <Button
              key={step}
              block
              variant={steps[step].look}
              icon={steps[step].icon}
              isPending={running === step}
              isDisabled={running !== null}
              onPress={() => setAsked(step)}
            >
              {running === step ? steps[step].running : steps[step].label}
            </Button>
          ))}
        </div>
      )}
      {asked === 'close' && (
        <CloseDisputeDialog dispute={dispute} onConfirm={(usd) => confirm('close', usd)} {...dialog} />
      )}
      {(asked === 'escalate' || asked === 'reject') && (
        <ConfirmDialog
          isOpen
          {...dialog}
          {...questionOf(asked, dispute)}
          pendingLabel={steps[asked].running}
          onConfirm={() => confirm(asked)}
        />
      )}
    </Panel>
  )
}

function questionOf(step: 'escalate' | 'reject', { id, parties }: Dispute) {
  const label = disputeLabel(id)
  if (step === 'escalate') {
    return {
      title: `Escalate ${label}?`,
      consequence: 'This marks the dispute for priority review. Both parties are told.',
      confirmLabel: 'Escalate Dispute',
      tone: 'primary',
    } as const
  }
  return {
    title: `Reject ${label}?`,
    consequence: `This cannot be undone and will close the case. What is held goes on to ${parties.caregiver.name}.`,
    confirmLabel: 'Reject Dispute',
    tone: 'danger',
  } as const
}

function moneyOf({ held_usd: held, refund_usd: refund, booking, ended_at: endedAt }: Dispute) {
  const paid = { term: 'Booking total', value: formatMoney(booking.total_price_usd) }
  if (!endedAt) return [paid, { term: 'Held', value: formatMoney(held) }]
  return [
    paid,
    { term: 'Refunded', value: formatMoney(refund) },
    { term: 'Ended', value: formatDate(endedAt) },
  ]
}
