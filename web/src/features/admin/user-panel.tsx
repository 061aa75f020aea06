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
  const { setActive, isLoading, movingId } = useActiveSwitch()
  const close = async (user: AdminUser) => {
    if (await setActive(user, false)) setClosing(null)
  }
  const toggle = (user: AdminUser, isActive: boolean) => (isActive ? setActive(user, true) : setClosing(user))
  const tab = (of: PersonRole) => ({
    id: of,
    label: roleLabels[of],
    content: <UserList role={of} filters={filters} movingId={movingId} onToggle={toggle} />,
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
          isPending={isLoading}
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

function useActiveSwitch() {
  const [send, { isLoading, originalArgs }] = useSetUserStatusMutation()
  const setActive = async ({ id }: AdminUser, isActive: boolean) => {
    if (isLoading) return false
    try {
      await send({ id, is_active: isActive }).unwrap()
      consoleToast.success(isActive ? 'User activated successfully' : 'User deactivated successfully')
      return true
    } catch (error) {
      consoleToast.error(messageOf(error, 'Failed to update user status'))
      return false
    }
  }
  return { setActive, isLoading, movingId: isLoading ? originalArgs?.id : undefined }
}
