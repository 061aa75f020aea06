import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'

const close = () => {}
const submission = { submit: async () => {}, isPending: false, formError: undefined }
const dialog = {
  onClose: close,
  title: 'Invite someone',
  lead: 'We’ll send a link to choose a name and a password.',
  submission,
  submitLabel: 'Send invitation',
  pendingLabel: 'Sending…',
  children: <TextField label="Email" value="" onChange={close} />,
}

export default { component: FormDialog }

export const Open = () => <FormDialog {...dialog} />

export const Pending = () => <FormDialog {...dialog} submission={{ ...submission, isPending: true }} />

export const Failed = () => (
  <FormDialog {...dialog} submission={{ ...submission, formError: 'Too many invitations today.' }} />
)
