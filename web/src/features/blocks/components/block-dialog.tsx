import { BLOCK_REASONS, BLOCK_TEXT_MAXIMUM, type BlockReason, blockBody } from '@tendwell/contract/blocks'
import { Link } from 'react-router'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { paths } from '../../../lib/paths.ts'
import type { Role } from '../../../lib/session.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useBlockMutation } from '../api.ts'

const reasons = BLOCK_REASONS.map(({ value, label }) => ({ id: value, label }))

export interface BlockDialogProps {
  person: { id: number; full_name: string }
  /** The viewer's role. */
  role: Role
  onClose: () => void
  /** After they were blocked. By default the dialog closes. */
  onBlocked?: () => void
}

/** Asks before blocking the other person, and why. */
export function BlockDialog({ person, role, onClose, onBlocked = onClose }: BlockDialogProps) {
  const [block] = useBlockMutation()
  const form = useZodForm(blockBody, {
    defaultValues: { user_id: person.id, reason: '' as BlockReason, text: '' },
  })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => block(body).unwrap(),
    success: `You blocked ${person.full_name}`,
    failure: 'Failed to block',
    onSuccess: onBlocked,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Block ${person.full_name}?`}
      consequence={<Consequences name={person.full_name} role={role} />}
      confirmLabel="Block"
      pendingLabel="Blocking…"
      onConfirm={submit}
      isPending={isPending}
    >
      <div className="flex flex-col gap-5">
        <Field form={form} name="reason">
          {(field) => <Select label="Reason" placeholder="Choose a reason" options={reasons} {...field} />}
        </Field>
        <Field form={form} name="text">
          {(field) => (
            <TextArea
              label="Details"
              isRequired={false}
              hint="Only our team reads the reason and the details."
              rows={2}
              maxLength={BLOCK_TEXT_MAXIMUM}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </Field>
        <FormError message={formError} />
      </div>
    </ConfirmDialog>
  )
}

function Consequences({ name, role }: { name: string; role: Role }) {
  const bookings = role === 'caregiver' ? paths.caregiverBookings : paths.bookings
  return (
    <>
      <p>
        You and {name} won’t be able to message or find each other here. Unpaid requests between you will be
        closed. We won’t tell them that you blocked them.
      </p>
      <p className="mt-2">
        Paid bookings stay as they are. You can cancel them in{' '}
        <Link to={bookings} className="text-link">
          your bookings
        </Link>
        .
      </p>
    </>
  )
}
