import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { DISPUTE_TEXT_MAXIMUM, disputeText } from '@tendwell/contract/safety/disputes'
import { z } from 'zod'
import { formatMoney } from '../../lib/format/format.ts'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { actionOutcome, type DisputeActions, messages } from './use-dispute-action.ts'

/** Our staff always say what they decided and why. */
const decision = z.object({ resolution: disputeText('Resolution') })

export interface DisputeDialogProps {
  dispute: DisputeRecord
  send: DisputeActions['send']
  onClose: () => void
}

/**
 * Closes a dispute, with an optional refund. The rest goes to the caregiver.
 * @see docs/rules/disputes.md#closing
 */
export function CloseDisputeDialog({ dispute, send, onClose }: DisputeDialogProps) {
  const { id, parties, booking, held_usd: held, alone_usd: aloneUsd } = dispute
  const total = booking.total_price_usd
  const form = useZodForm(
    decision.extend({
      refund_usd: z
        .number()
        .max(total, { error: `You can refund at most ${formatMoney(total)}` })
        .nullable(),
    }),
    { defaultValues: { resolution: '', refund_usd: null } },
  )
  const refundUsd = form.watch('refund_usd')
  const waits = aloneUsd !== null && (refundUsd ?? 0) > aloneUsd
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ refund_usd: refund, resolution }) =>
      send({ action: 'close', body: { resolution, ...(refund && { refund_usd: refund }) } }),
    ...actionOutcome('close', onClose),
    success: ({ status }) =>
      status === 'closed' ? messages.close.success : 'Finance or an admin has to approve this refund',
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Close ${disputeLabel(id)}?`}
      consequence={
        waits
          ? 'It stays open until finance or an admin approves the refund. Then it’s closed and can’t be reopened.'
          : 'This will mark the case as resolved. It can’t be reopened.'
      }
      confirmLabel={
        waits
          ? 'Ask for approval'
          : refundUsd
            ? `Refund ${formatMoney(refundUsd)} and close`
            : 'Close Dispute'
      }
      pendingLabel="Closing..."
      tone="primary"
      onConfirm={submit}
      isPending={isPending}
    >
      <Field form={form} name="resolution">
        {(field) => <ResolutionField {...field} />}
      </Field>
      <Field form={form} name="refund_usd">
        {(field) => (
          <MoneyField
            label={`Refund to ${parties.caretaker.name}`}
            isRequired={false}
            hint={`${formatMoney(held)} of ${formatMoney(total)} is on hold. Leave blank for no refund.${aloneUsd === null ? '' : ` You decide on ${formatMoney(aloneUsd)} of this booking alone. More waits for finance or an admin, and the dispute stays open.`}`}
            minimum={0}
            maximum={total}
            {...field}
          />
        )}
      </Field>
      <p aria-live="polite">
        {parties.caretaker.name} gets back {formatMoney(refundUsd ?? 0)}. {parties.caregiver.name} gets{' '}
        {formatMoney(Math.max(held - (refundUsd ?? 0), 0))} of the money on hold.
      </p>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}

/** Asks for the resolution, which is required to reject a dispute. @see docs/rules/disputes.md#closing */
export function RejectDisputeDialog({ dispute, send, onClose }: DisputeDialogProps) {
  const { id, parties, held_usd: held } = dispute
  const form = useZodForm(decision, { defaultValues: { resolution: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => send({ action: 'reject', body }),
    ...actionOutcome('reject', onClose),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Reject ${disputeLabel(id)}?`}
      consequence={`This cannot be undone and will close the case. The ${formatMoney(held)} on hold goes to ${parties.caregiver.name}.`}
      confirmLabel="Reject Dispute"
      pendingLabel="Rejecting..."
      onConfirm={submit}
      isPending={isPending}
    >
      <Field form={form} name="resolution">
        {(field) => <ResolutionField {...field} />}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}

type ResolutionFieldProps = Omit<React.ComponentProps<typeof TextArea>, 'label' | 'hint'>

function ResolutionField(field: ResolutionFieldProps) {
  return (
    <TextArea
      label="Resolution"
      hint="What you decided and why. Both sides read this."
      rows={4}
      maxLength={DISPUTE_TEXT_MAXIMUM}
      autoFocus
      {...field}
    />
  )
}
