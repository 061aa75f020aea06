import type { EmailChange, EmailChangeSide } from '@tendwell/contract/sign-in/accounts'
import { CircleCheck, Mail } from 'lucide-react'
import { formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useCancelEmailChangeMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'

interface PendingEmailChangeProps {
  email: string
  pending: NonNullable<EmailChange['pending']>
}

/** Which of the two links is still to be opened. */
export function PendingEmailChange({ email, pending }: PendingEmailChangeProps) {
  const { new_email: newEmail, expires_at: expiresAt, confirmed } = pending
  const [cancel] = useCancelEmailChangeMutation()
  const { run, isPending } = useAction({
    send: () => cancel().unwrap(),
    success: 'Your email stays the same',
    failure: 'Failed to cancel the change',
  })
  const sides: { side: EmailChangeSide; address: string }[] = [
    { side: 'old', address: email },
    { side: 'new', address: newEmail },
  ]
  return (
    <div className="flex flex-col gap-5">
      <p>
        To change it to <strong className="wrap-anywhere">{newEmail}</strong>, open the link we sent to each
        address by {formatInstant(expiresAt)}.
      </p>
      <ul aria-label="Links to open" className="flex flex-col gap-3">
        {sides.map(({ side, address }) => (
          <SideRow key={side} address={address} isConfirmed={confirmed.includes(side)} />
        ))}
      </ul>
      <Button variant="secondary" isPending={isPending} onPress={() => run(undefined)}>
        {isPending ? 'Canceling…' : 'Cancel the change'}
      </Button>
    </div>
  )
}

function SideRow({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  const Icon = isConfirmed ? CircleCheck : Mail
  return (
    <li className="flex items-start gap-3 rounded-control bg-sand px-4 py-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-forest" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{address}</p>
        <p className="text-13 text-ink-soft">{isConfirmed ? 'Confirmed' : 'Link sent, not opened yet'}</p>
      </div>
    </li>
  )
}
