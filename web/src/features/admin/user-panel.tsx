import type { AdminUser } from '@tendwell/contract/admin'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSetUserStatusMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'
import type { Filters } from './dashboard-filters.tsx'
import { type PersonRole, roleLabels, UserList } from './user-list.tsx'

/** Families and caregivers, each with a switch that opens or closes the account. */
export function UserPanel({ filters }: { filters: Filters }) {
  const [role, setRole] = useState<PersonRole>('caretaker')
  const [closing, setClosing] = useState<AdminUser | null>(null)
  const { setActive, moving } = useActiveSwitch()
  const close = async (user: AdminUser) => {
    if (await setActive(user, false)) setClosing(null)
  }
  const toggle = (user: AdminUser, isActive: boolean) => (isActive ? setActive(user, true) : setClosing(user))
  const tab = (of: PersonRole) => ({
    id: of,
    label: roleLabels[of],
    content: <UserList role={of} filters={filters} moving={moving} onToggle={toggle} />,
  })
  return (
    <Panel title="User Management" lead="Who uses the product, and who may.">
      <Tabs
        label="Users by role"
        selected={role}
        onSelect={setRole}
        items={[tab('caretaker'), tab('caregiver')]}
      />
      {closing && (
        <ConfirmDialog
          isOpen
          onClose={() => setClosing(null)}
          title={`Deactivate ${closing.full_name}?`}
          consequence={consequenceOf(closing)}
          confirmLabel="Deactivate account"
          pendingLabel="Deactivating…"
          onConfirm={() => close(closing)}
          isPending={moving.has(closing.id)}
        />
      )}
    </Panel>
  )
}

function consequenceOf(user: AdminUser): string {
  const isListed = user.verification_status === 'verified'
  return `They are logged out everywhere at once and can’t log in again until you activate the account.${
    isListed ? ' Families no longer find the profile.' : ''
  }`
}

/** Opens and closes accounts, each on its own: several may be on their way at once. */
function useActiveSwitch() {
  const [send] = useSetUserStatusMutation()
  const [moving, setMoving] = useState<ReadonlySet<number>>(new Set())
  const setActive = async ({ id }: AdminUser, isActive: boolean) => {
    if (moving.has(id)) return false
    setMoving((others) => new Set([...others, id]))
    try {
      await send({ id, is_active: isActive }).unwrap()
      consoleToast.success(isActive ? 'User activated successfully' : 'User deactivated successfully')
      return true
    } catch (error) {
      consoleToast.error(messageOf(error, 'Failed to update user status'))
      return false
    } finally {
      setMoving((all) => new Set([...all].filter((other) => other !== id)))
    }
  }
  return { setActive, moving }
}
