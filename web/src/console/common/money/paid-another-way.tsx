import type { AdminRefund } from '@tendwell/contract/console/money'
import { paidAnotherWayBody, REFUND_REFERENCE_MAXIMUM } from '@tendwell/contract/payments/staff-refunds'
import { useState } from 'react'
import { formatMoney } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { usePayRefundAnotherWayMutation } from './refunds-api.ts'

/**
 * For a refund that the card has refused, once is enough: it was paid some other way.
 * @see docs/rules/money.md#refunds-by-staff
 */
export function PaidAnotherWay({ refund }: { refund: AdminRefund }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Record refund ${refund.id} as paid another way`}
        onPress={() => setOpen(true)}
      >
        Paid another way
      </Button>
      {isOpen && <PaidDialog refund={refund} onClose={() => setOpen(false)} />}
    </>
  )
}

function PaidDialog({ refund, onClose }: { refund: AdminRefund; onClose: () => void }) {
  const [pay] = usePayRefundAnotherWayMutation()
  const form = useZodForm(paidAnotherWayBody, { defaultValues: { reference: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => pay({ id: refund.id, body }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to record the refund',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Was refund #${refund.id} paid another way?`}
      consequence={`The card is not tried again. ${refund.family.name} gets the reference by mail.`}
      confirmLabel={`Record ${formatMoney(refund.amount_usd)} as paid`}
      pendingLabel="Saving…"
      tone="primary"
      onConfirm={submit}
      isPending={isPending}
    >
      <Field form={form} name="reference">
        {(field) => (
          <TextField
            label="Reference"
            hint="Of the bank transfer, or of how else it was paid."
            maxLength={REFUND_REFERENCE_MAXIMUM}
            autoFocus
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
