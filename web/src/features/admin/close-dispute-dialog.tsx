import type { Dispute } from '@tendwell/contract/disputes'
import { z } from 'zod'
import { Field, useZodForm } from '../../lib/form.tsx'
import { disputeLabel, formatMoney } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'

interface CloseDisputeDialogProps {
  dispute: Dispute
  /** Answers what the server says against the refund, if it does. */
  onConfirm: (refundUsd: number | null) => Promise<string | undefined>
  isPending: boolean
  onClose: () => void
}

/** Closes a dispute with an optional refund; the rest goes to the caregiver. @see docs/rules/disputes.md#closing */
export function CloseDisputeDialog({ dispute, onConfirm, isPending, onClose }: CloseDisputeDialogProps) {
  const { id, parties, booking, held_usd: held } = dispute
  const total = booking.total_price_usd
  const form = useZodForm(
    z.object({
      refund_usd: z
        .number()
        .max(total, { error: `At most ${formatMoney(total)} was paid` })
        .nullable(),
    }),
    { defaultValues: { refund_usd: null } },
  )
  const close = form.handleSubmit(async ({ refund_usd: usd }) => {
    const refusal = await onConfirm(usd)
    if (refusal) form.setError('refund_usd', { type: 'server', message: refusal }, { shouldFocus: true })
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Close ${disputeLabel(id)}?`}
      consequence="This will mark the case as resolved. It cannot be opened again."
      confirmLabel="Close Dispute"
      pendingLabel="Closing..."
      tone="primary"
      onConfirm={close}
      isPending={isPending}
    >
      <Field form={form} name="refund_usd">
        {(field) => (
          <MoneyField
            label={`Refund to ${parties.caretaker.name}`}
            isRequired={false}
            hint={`${formatMoney(held)} of ${formatMoney(total)} is held. Empty refunds nothing; the rest goes on to ${parties.caregiver.name}.`}
            minimum={0}
            maximum={total}
            {...field}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
