import type { AdminUser } from '@tendwell/contract/console/users'
import { useState } from 'react'
import type { Refund } from '../records/bookings-ahead.tsx'
import { useDeactivationPreviewQuery, useSetUserStatusMutation } from './decisions-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RemovalConsequences } from './removal-consequences.tsx'
import { usePreviewedRefunds } from './use-previewed-refunds.ts'

export type Account = Pick<
  AdminUser,
  | 'id'
  | 'full_name'
  | 'is_active'
  | 'is_closed'
  | 'is_deactivated'
  | 'suspended_until'
  | 'verification_status'
>

function describe({ is_closed: isClosed, verification_status: status }: Account): string {
  if (isClosed) {
    return 'They closed their account, and it will still be erased. If they open it again before then, they can’t log in until you reactivate it.'
  }
  return `They’ll be logged out everywhere and can’t log in until you reactivate the account. ${
    status === null ? 'Their open requests are closed.' : 'Families can no longer find their profile.'
  }`
}

/** Asks for the reason, and shows what happens to the bookings ahead. @see docs/rules/console.md#people */
export function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const isFamily = user.verification_status === null
  const [refund, setRefund] = useState<Refund>('policy')
  const ahead = useDeactivationPreviewQuery({ id: user.id }, { refetchOnMountOrArgChange: true })
  const [setStatus] = useSetUserStatusMutation()
  const [previewed] = usePreviewedRefunds([{ id: user.id }], isFamily ? refund : 'full') ?? []
  const send = async (reason: string) => {
    const body = { id: user.id, is_active: false, reason, ...(isFamily && { refund }), refund_usd: previewed }
    const { message } = await setStatus(body).unwrap()
    return message
  }
  return (
    <ReasonDialog
      title={`Deactivate ${user.full_name}?`}
      consequence={describe(user)}
      hint="They’ll read this in an email."
      confirmLabel="Deactivate account"
      pendingLabel="Deactivating…"
      isConfirmDisabled={previewed === undefined}
      send={send}
      failure="Failed to update user status"
      onClose={onClose}
    >
      <RemovalConsequences ahead={ahead} isFamily={isFamily} refund={refund} onRefund={setRefund} />
    </ReasonDialog>
  )
}
