import type { RefundDecision, WaitingRefund } from '@tendwell/contract/payments/staff-refunds'
import { useState } from 'react'
import { formatAgo, formatMoney } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { BookingLink, PersonLink, SubjectLink } from '../lists/record-links.tsx'
import { polling } from '../polling.ts'
import { WaitingPanel } from '../waiting-panel.tsx'
import { useDecideOnRefundMutation, useWaitingRefundsQuery } from './refunds-api.ts'

/** Refunds that support asked for; nothing while none waits. @see docs/rules/money.md#refunds-by-staff */
export function WaitingRefunds() {
  const query = useWaitingRefundsQuery(undefined, polling)
  return (
    <WaitingPanel
      title="Refunds to approve"
      actions={<ExportButton list="waiting-refunds" query={{}} />}
      lead="Support asked for more than they decide on alone. Nothing is refunded until you decide."
      query={query}
      failure="We couldn’t load the refunds"
    >
      {(refunds) => (
        <ul className="flex flex-col">
          {refunds.map((refund) => (
            <li key={refund.id} className="border-b border-line py-3 last:border-0">
              <WaitingRefundRow refund={refund} mayDecide />
            </li>
          ))}
        </ul>
      )}
    </WaitingPanel>
  )
}

const bearers = { caregiver: 'the caregiver', tendwell: PRODUCT_NAME } as const

interface WaitingRefundRowProps {
  refund: WaitingRefund
  /** Whether the viewer decides on it. */
  mayDecide: boolean
  onDecided?: () => void
}

/** A refund that waits: how much, whose, why, and for those who decide, the two buttons. */
export function WaitingRefundRow({ refund, mayDecide, onDecided }: WaitingRefundRowProps) {
  const [decision, setDecision] = useState<RefundDecision | null>(null)
  const amount = formatMoney(refund.amount_usd)
  const close = (isDecided = false) => {
    setDecision(null)
    if (isDecided) onDecided?.()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="tabular font-semibold">{amount}</span>
          <span>to</span>
          <PersonLink person={refund.family} />
          <span className="text-13 text-ink-soft">{formatAgo(refund.asked_at)}</span>
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-ink-soft">
          <BookingLink id={refund.request_id} />
          {refund.dispute_id !== null && <SubjectLink subject={`dispute:${refund.dispute_id}`} name={null} />}
          <span>of</span>
          <PersonLink person={refund.caregiver} />
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-ink-soft">
          <span>{`Paid by ${bearers[refund.borne_by]}, asked for by`}</span>
          <PersonLink person={refund.asked_by} />
        </p>
        <p className="break-words">{refund.reason}</p>
      </div>
      {mayDecide ? (
        <div className="flex gap-2">
          {(['approved', 'declined'] as const).map((choice) => (
            <Button
              key={choice}
              size="small"
              variant="secondary"
              aria-label={`${verbs[choice]} the refund of booking ${refund.request_id}`}
              onPress={() => setDecision(choice)}
            >
              {verbs[choice]}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-ink-soft">Finance or an admin decides.</p>
      )}
      {decision && <DecisionDialog refund={refund} decision={decision} onClose={close} />}
    </div>
  )
}

const verbs: Record<RefundDecision, string> = { approved: 'Approve', declined: 'Decline' }

function explainApproval(refund: WaitingRefund): string {
  const { refundable_usd: most, dispute_id: disputeId, family, borne_by: bearer, reason: resolution } = refund
  const refunded = `${formatMoney(most)} of the booking can be refunded. ${family.name} gets this, and ${bearers[bearer]} pays for it.`
  return disputeId === null
    ? `${refunded} We notify both sides.`
    : `${refunded} It closes ${disputeLabel(disputeId)} for good, and both sides read: “${resolution}”`
}

interface DecisionDialogProps {
  refund: WaitingRefund
  decision: RefundDecision
  onClose: (isDecided?: boolean) => void
}

function DecisionDialog({ decision, ...props }: DecisionDialogProps) {
  return decision === 'approved' ? <ApproveDialog {...props} /> : <DeclineDialog {...props} />
}

function DeclineDialog({ refund, onClose }: Omit<DecisionDialogProps, 'decision'>) {
  const [decide] = useDecideOnRefundMutation()
  const { id, refundable_usd, dispute_id: disputeId, asked_by: asker } = refund
  return (
    <ReasonDialog
      title={`Decline the refund of ${formatMoney(refund.amount_usd)}?`}
      consequence={`Nothing is refunded${disputeId === null ? '' : ', and the dispute stays open'}.`}
      hint={`${asker.name} reads it in the email about your decision.`}
      confirmLabel="Decline"
      pendingLabel="Saving…"
      tone="danger"
      send={async (reason) => {
        const body = { decision: 'declined', refundable_usd, reason } as const
        return (await decide({ id, body }).unwrap()).message
      }}
      failure="Failed to save the decision"
      onSuccess={() => onClose(true)}
      onClose={() => onClose()}
    />
  )
}

function ApproveDialog({ refund, onClose }: Omit<DecisionDialogProps, 'decision'>) {
  const [decide] = useDecideOnRefundMutation()
  const { run, isPending } = useAction({
    send: () =>
      decide({
        id: refund.id,
        body: { decision: 'approved', refundable_usd: refund.refundable_usd },
      }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to save the decision',
    toasts: threeSecondToast,
    onSuccess: () => onClose(true),
  })
  const amount = formatMoney(refund.amount_usd)
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onClose()}
      title={`Refund ${amount} of booking #${refund.request_id}?`}
      consequence={explainApproval(refund)}
      confirmLabel={`Refund ${amount}`}
      pendingLabel="Saving…"
      tone="primary"
      onConfirm={() => run(null)}
      isPending={isPending}
    />
  )
}
