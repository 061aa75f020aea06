import {
  INVITATION_DAYS,
  inviteBody,
  STAFF_ROLE_NAMES,
  type StaffMember,
} from '@tendwell/contract/staff/staff'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatAgo, plural } from '../../lib/format/format.ts'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useSession } from '../../lib/session/session.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { MemberSwitch, RoleButton } from './member-actions.tsx'
import { RoleField } from './role-field.tsx'
import { useInviteStaffMutation, useStaffQuery } from './staff-api.ts'

interface StaffPanelProps {
  /** What comes below, once the list is there, so that it doesn't move. */
  below: ReactNode
}

/** Everyone who works in the console. @see docs/rules/console.md#staff */
export function StaffPanel({ below }: StaffPanelProps) {
  const { user } = useSession()
  const [isInviting, setInviting] = useState(false)
  const shown = useListScreen({ useListQuery: useStaffQuery, pageSize: 20, columns: makeColumns(user?.id) })
  const { list } = shown
  return (
    <>
      <ListScreen
        shown={shown}
        title="Accounts"
        label="Staff"
        lead={!list.failure && !list.isTurning && plural(list.count, 'person', 'people')}
        actions={
          <>
            <ExportButton list="staff" query={{}} />
            <Button size="small" icon={<UserPlus className="size-4" />} onPress={() => setInviting(true)}>
              Invite
            </Button>
          </>
        }
        failure="Failed to load the staff"
        empty={<EmptyState title="No staff" hint="Invite someone to work in the console." />}
      />
      {!list.isLoading && below}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function makeColumns(ownId: number | undefined): readonly Column<StaffMember>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      isTitle: true,
      cell: (member) => <PersonCell person={{ ...member, avatar: null }} />,
    },
    { id: 'role', header: 'Role', cell: ({ staff_role: role }) => STAFF_ROLE_NAMES[role] },
    {
      id: 'login',
      header: 'Last login',
      cell: ({ last_login: at }) => (
        <span className="whitespace-nowrap">{at === null ? 'Never' : formatAgo(at)}</span>
      ),
    },
    {
      id: 'account',
      header: 'Account',
      cell: (member) => (member.id === ownId ? 'You' : <MemberSwitch member={member} />),
    },
    {
      id: 'actions',
      header: 'Change role',
      isLabelHidden: true,
      cell: (member) =>
        member.id !== ownId && (
          <span className="flex md:justify-end">
            <RoleButton member={member} />
          </span>
        ),
    },
  ]
}

/** Invites someone by mail. */
function InviteDialog({ onClose }: { onClose: () => void }) {
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
