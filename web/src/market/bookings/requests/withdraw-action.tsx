import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useWithdrawRequestMutation } from '../bookings-api.ts'

/** Takes back a request that isn't paid, after asking. */
export function WithdrawAction({ request }: { request: BookingRequest }) {
  const [isAsking, setAsking] = useState(false)
  const [withdrawRequest] = useWithdrawRequestMutation()
  const { run: withdraw, isPending } = useAction({
    send: (id: number) => withdrawRequest(id).unwrap(),
    success: 'Request withdrawn',
    failure: 'Failed to withdraw request',
    onSuccess: () => setAsking(false),
    onFailure: (error) => {
      if (isOutdated(error)) setAsking(false)
    },
  })
  if (request.is_paid || request.status === 'rejected') return null
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw this request?"
        consequence={`We’ll let ${request.caregiver_name} know, and you can no longer pay for it. You can’t undo this.`}
        confirmLabel="Withdraw request"
        pendingLabel="Withdrawing…"
        isPending={isPending}
        onConfirm={() => withdraw(request.id)}
      />
    </>
  )
}
