import { STAFF_ROLE_NAMES, type StaffMember } from '@tendwell/contract/staff/staff'
import { useState } from 'react'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { RoleField } from './role-field.tsx'
import { useChangeStaffRoleMutation, useSetStaffStatusMutation } from './staff-api.ts'

/** Changes someone's role after a confirmation. */
export function RoleButton({ member }: { member: StaffMember }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Change the role of ${member.full_name}`}
        onPress={() => setOpen(true)}
      >
        Change role
      </Button>
      {isOpen && <RoleDialog member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

function RoleDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [role, setRole] = useState(member.staff_role)
  const [changeRole] = useChangeStaffRoleMutation()
  const { run, isPending } = useAction({
    send: () => changeRole({ id: member.id, staff_role: role }).unwrap(),
    success: (changed) =>
      'change' in changed
        ? changed.message
        : `${member.full_name} is now ${STAFF_ROLE_NAMES[changed.staff_role]}`,
    failure: 'Failed to change the role',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Change the role of ${member.full_name}`}
      consequence={
        role === 'admin' || member.staff_role === 'admin'
          ? 'Once there are two admins, another one has to approve this. Then the new role applies at once: they’ll be logged out and get an email about it.'
          : 'The new role applies at once. They’ll be logged out and get an email about it.'
      }
      tone="primary"
      confirmLabel="Change role"
      pendingLabel="Changing…"
      onConfirm={() => run(null)}
      isPending={isPending}
      isConfirmDisabled={role === member.staff_role}
    >
      <RoleField value={role} onChange={setRole} />
    </ConfirmDialog>
  )
}

/** Activates an account at once, and deactivates it after a confirmation. */
export function MemberSwitch({ member }: { member: StaffMember }) {
  const [isConfirming, setConfirming] = useState(false)
  const [setStatus] = useSetStaffStatusMutation()
  const { run, isPending } = useAction({
    send: (isActive: boolean) => setStatus({ id: member.id, is_active: isActive }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update the account',
    toasts: threeSecondToast,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Switch
        value={member.is_active}
        isDisabled={isPending}
        onChange={(isActive) => (isActive ? run(true) : setConfirming(true))}
        words={{ on: 'Active', off: 'Inactive' }}
        aria-label={`${member.full_name} is active`}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Deactivate ${member.full_name}?`}
        consequence={
          member.staff_role === 'admin'
            ? 'Another admin has to approve this. Then they’ll be logged out everywhere, can’t log in until the account is reactivated, and get an email about it.'
            : 'They’ll be logged out everywhere, can’t log in until you reactivate the account, and get an email about it.'
        }
        confirmLabel="Deactivate account"
        pendingLabel="Deactivating…"
        onConfirm={() => run(false)}
        isPending={isPending}
      />
    </>
  )
}
