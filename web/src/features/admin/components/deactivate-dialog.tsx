import { type AdminUser, DEACTIVATION_REASON_MAXIMUM } from '@tendwell/contract/admin'
import type { DeactivationPreview } from '@tendwell/contract/admin-people'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { formatMoney } from '../../../lib/format.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useDeactivationPreviewQuery, useSetUserStatusMutation } from '../api.ts'
import { consoleToast } from '../console-toast.ts'
import { BookingsAhead } from './bookings-ahead.tsx'

export type Account = Pick<AdminUser, 'id' | 'full_name' | 'is_active' | 'verification_status'>

type Refund = 'policy' | 'full'

const reasonForm = z.object({
  reason: z.string().trim().min(1, { error: 'Reason is required' }).max(DEACTIVATION_REASON_MAXIMUM),
})

/** Asks for the reason, and shows what happens to the bookings ahead. @see docs/rules/console.md#people */
export function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const isFamily = user.verification_status === null
  const [refund, setRefund] = useState<Refund>('policy')
  const form = useZodForm(reasonForm, { defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const ahead = useDeactivationPreviewQuery(user.id, { refetchOnMountOrArgChange: true })
  const [setStatus] = useSetUserStatusMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) =>
      setStatus({ id: user.id, is_active: false, ...body, ...(isFamily && { refund }) }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update user status',
    toasts: consoleToast,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Deactivate ${user.full_name}?`}
      consequence={`They’ll be logged out everywhere and can’t log in until you reactivate the account. ${
        isFamily ? 'Their open requests are closed.' : 'Families can no longer find their profile.'
      }`}
      confirmLabel="Deactivate account"
      pendingLabel="Deactivating…"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={reason.trim() === '' || ahead.isLoading}
    >
      <Field form={form} name="reason">
        {(field) => (
          <TextArea
            label="Reason *"
            hint="They’ll read this in an email."
            maxLength={DEACTIVATION_REASON_MAXIMUM}
            rows={3}
            autoFocus
            {...field}
          />
        )}
      </Field>
      <Consequences ahead={ahead} isFamily={isFamily} refund={refund} onRefund={setRefund} />
      <FormError message={formError} />
    </ConfirmDialog>
  )
}

interface ConsequencesProps {
  ahead: ReturnType<typeof useDeactivationPreviewQuery>
  isFamily: boolean
  refund: Refund
  onRefund: (refund: Refund) => void
}

/** The bookings ahead, and for a family's the choice of refund. */
function Consequences({ ahead, isFamily, refund, onRefund }: ConsequencesProps) {
  const preview = ahead.currentData
  if (ahead.isError) {
    return (
      <ErrorState
        title="Failed to load their bookings"
        error={ahead.error}
        onRetry={() => void ahead.refetch()}
        isCompact
      />
    )
  }
  if (!preview) return <SkeletonRows rows={2} />
  return (
    <>
      <BookingsAhead preview={preview} isFamily={isFamily} />
      {isFamily && preview.bookings.length > 0 && (
        <RadioGroup
          label="Refund for upcoming bookings"
          options={listRefunds(preview)}
          value={refund}
          onChange={onRefund}
        />
      )}
    </>
  )
}

function listRefunds(preview: DeactivationPreview) {
  const of = (usd: number) => `${formatMoney(usd)} of ${formatMoney(preview.price_usd)}`
  return [
    {
      id: 'policy',
      label: 'By the cancellation policy',
      note: `${of(preview.policy_refund_usd)}, as if the family had canceled now.`,
    },
    {
      id: 'full',
      label: 'In full',
      note: `${of(preview.full_refund_usd)}. The caregivers keep nothing.`,
    },
  ] as const
}
