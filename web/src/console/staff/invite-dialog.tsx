import { INVITATION_DAYS, inviteBody } from '@tendwell/contract/staff/staff'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RoleField } from './role-field.tsx'
import { useInviteStaffMutation } from './staff-api.ts'

/** Invites someone by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(inviteBody, { defaultValues: { email: '', staff_role: 'support' } })
  const [invite] = useInviteStaffMutation()
  const submission = useSubmit(form, {
    send: (body, key) => invite({ body, key }).unwrap(),
    success: (sent) => ('change' in sent ? sent.message : `Invitation sent to ${sent.email}`),
    failure: 'Failed to send the invitation',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Invite someone"
      lead={`We’ll send a link to choose a name and a password. It works once, for ${INVITATION_DAYS} days.`}
      submission={submission}
      submitLabel="Send invitation"
      pendingLabel="Sending…"
    >
      <Field form={form} name="email">
        {(field) => <TextField label="Email" type="email" autoComplete="off" autoFocus {...field} />}
      </Field>
      <Field form={form} name="staff_role">
        {({ value, onChange }) => <RoleField value={value} onChange={onChange} />}
      </Field>
    </FormDialog>
  )
}
