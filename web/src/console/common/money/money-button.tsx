import { useState } from 'react'
import { formatMoney } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type MoneyAction, useActOnMoneyMutation } from './money-api.ts'

interface RetryButtonProps {
  action: MoneyAction
  /** 'payout 12' */
  subject: string
}

function useMoneyAction(action: MoneyAction, onSuccess?: () => void) {
  const [act] = useActOnMoneyMutation()
  return useAction({
    send: () => act(action).unwrap(),
    success: ({ message }) => message,
    failure: 'Something went wrong. Please try again',
    toasts: threeSecondToast,
    ...(onSuccess && { onSuccess }),
  })
}

/** Takes the next step again. */
export function RetryButton({ action, subject }: RetryButtonProps) {
  const { run, isPending } = useMoneyAction(action)
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`Retry ${subject}`}
      isPending={isPending}
      onPress={() => run(null)}
    >
      Retry
    </Button>
  )
}

interface AllowPaymentsButtonProps {
  personId: number
  name: string
}

/** Lets a family pay again, after a confirmation. */
export function AllowPaymentsButton({ personId, name }: AllowPaymentsButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { run, isPending } = useMoneyAction(`people/${personId}/allow-payments`, close)
  return (
    <>
      <Button size="small" variant="secondary" onPress={() => setConfirming(true)}>
        Allow payments
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={close}
        title={`Let ${name} pay again?`}
        consequence="Their next chargeback stops payments again. This is recorded with your name."
        confirmLabel="Allow payments"
        tone="primary"
        onConfirm={() => run(null)}
        isPending={isPending}
      />
    </>
  )
}

interface CancelPayoutButtonProps {
  id: number
  /** Their name. */
  caregiver: string
  amountUsd: number
}

/** Cancels a payout after a confirmation. */
export function CancelPayoutButton({ id, caregiver, amountUsd }: CancelPayoutButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { run, isPending } = useMoneyAction(`payouts/${id}/cancel`, close)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Cancel payout ${id}`}
        onPress={() => setConfirming(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={close}
        title={`Cancel payout #${id}?`}
        consequence={`Nothing was sent to the bank yet. ${caregiver} can withdraw the ${formatMoney(amountUsd)} again at once.`}
        confirmLabel="Cancel payout"
        pendingLabel="Canceling…"
        onConfirm={() => run(null)}
        isPending={isPending}
      />
    </>
  )
}
