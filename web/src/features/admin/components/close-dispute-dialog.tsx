import type { Dispute } from '@tendwell/contract/disputes'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { disputeLabel, formatMoney } from '../../../lib/format.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { actionOutcome, type DisputeActions } from '../hooks/use-dispute-action.ts'

interface CloseDisputeDialogProps {
  dispute: Dispute
  send: DisputeActions['send']
  onClose: () => void
}

/** Closes a dispute, with an optional refund. The rest goes to the caregiver. @see docs/rules/disputes.md#closing */
export function CloseDisputeDialog({ dispute, send, onClose }: CloseDisputeDialogProps) {
  const { id, parties, booking, held_usd: held } = dispute
  const total = booking.total_price_usd
  const form = useZodForm(
    z.object({
      refund_usd: z
        .number()
        .max(total, { error: `You can refund at most ${formatMoney(total)}` })
        .nullable(),
    }),
    { defaultValues: { refund_usd: null } },
  )
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ refund_usd: refundUsd }) => send('close', refundUsd),
    ...actionOutcome('close', onClose),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Close ${disputeLabel(id)}?`}
      consequence="This will mark the case as resolved. It can’t be reopened."
      confirmLabel="Close Dispute"
      pendingLabel="Closing..."
      tone="primary"
      onConfirm={submit}
      isPending={isPending}
    >
      <Field form={form} name="refund_usd">
        {(field) => (
          <MoneyField
            label={`Refund to ${parties.caretaker.name}`}
            isRequired={false}
            hint={`${formatMoney(held)} of ${formatMoney(total)} is on hold. Leave blank for no refund; the rest goes to ${parties.caregiver.name}.`}
            minimum={0}
            maximum={total}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
