import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { isOutdated } from '../../../lib/errors.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { isRefundChange } from './use-previewed-refunds.ts'

const REASON_MAXIMUM = 1_000

const reasonForm = z.object({
  reason: z.string().trim().min(1, { error: 'Reason is required' }).max(REASON_MAXIMUM),
})

interface ReasonDialogProps {
  title: string
  consequence: string
  /** Who reads the reason. */
  hint: string
  confirmLabel: string
  pendingLabel: string
  tone?: 'primary' | 'danger'
  isConfirmDisabled?: boolean
  /** Resolves to the message for the toast. */
  send: (reason: string, key: string) => Promise<string>
  failure: string
  onClose: () => void
  /** Once it was sent; by default it closes. */
  onSuccess?: () => void
  /** Shown below the reason. */
  children?: ReactNode
}

/** Confirms an action that needs a reason. If what it is about has changed meanwhile, it
 * closes, unless only the refund has changed, which is then shown. */
export function ReasonDialog({
  hint,
  isConfirmDisabled = false,
  send,
  failure,
  onClose,
  onSuccess = onClose,
  children,
  ...texts
}: ReasonDialogProps) {
  const form = useZodForm(reasonForm, { defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => send(body.reason, key),
    success: (message) => message,
    failure,
    toasts: threeSecondToast,
    onSuccess,
    onFailure: (error) => {
      if (isOutdated(error) && !isRefundChange(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      {...texts}
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={isConfirmDisabled || reason.trim() === ''}
    >
      <Field form={form} name="reason">
        {(field) => (
          <TextArea label="Reason *" hint={hint} maxLength={REASON_MAXIMUM} rows={3} autoFocus {...field} />
        )}
      </Field>
      {children}
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
