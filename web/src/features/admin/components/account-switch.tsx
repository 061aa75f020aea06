import type { AdminUser } from '@tendwell/contract/admin'
import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSetUserStatusMutation } from '../api.ts'
import { consoleToast } from '../console-toast.ts'

type Refund = 'policy' | 'full'

const refunds: { id: Refund; label: string; note: string }[] = [
  {
    id: 'policy',
    label: 'By the cancellation policy',
    note: 'As if the family had canceled each of them now.',
  },
  { id: 'full', label: 'In full', note: 'The caregivers keep nothing.' },
]

type Account = Pick<AdminUser, 'id' | 'full_name' | 'is_active' | 'verification_status'>

/** Activates an account at once, and deactivates it after a confirmation. */
export function AccountSwitch({ user }: { user: Account }) {
  const [isConfirming, setConfirming] = useState(false)
  const isFamily = user.verification_status === null
  const [refund, setRefund] = useState<Refund>('policy')
  const [setStatus] = useSetUserStatusMutation()
  const { run, isPending } = useAction({
    send: (isActive: boolean) =>
      setStatus({ id: user.id, is_active: isActive, ...(!isActive && isFamily && { refund }) }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update user status',
    toasts: consoleToast,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Switch
        value={user.is_active}
        isDisabled={isPending}
        onChange={(isActive) => (isActive ? run(true) : setConfirming(true))}
        words={{ on: 'Active', off: 'Inactive' }}
        aria-label={`${user.full_name} is active`}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Deactivate ${user.full_name}?`}
        consequence={describeConsequence(user)}
        confirmLabel="Deactivate account"
        pendingLabel="Deactivating…"
        onConfirm={() => run(false)}
        isPending={isPending}
      >
        {isFamily && (
          <RadioGroup
            label="Refund for upcoming bookings"
            options={refunds}
            value={refund}
            onChange={setRefund}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

function describeConsequence(user: Account): string {
  const loggedOut = 'They’ll be logged out everywhere and can’t log in until you reactivate the account.'
  if (user.verification_status === null) {
    return `${loggedOut} Their open requests are closed, their upcoming bookings are canceled, and the caregivers are notified.`
  }
  return `${loggedOut} Families can no longer find their profile. Their upcoming bookings are canceled, and the families are notified and refunded in full.`
}
