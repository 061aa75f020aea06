import { PHONE_CODE_MINUTES } from '@tendwell/contract/sign-in/phone'
import { useState } from 'react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useOwnPhoneQuery, useSendPhoneCodeMutation, useVerifyPhoneMutation } from './phone-api.ts'

/**
 * Whether the saved phone number is verified, and the way to verify it; nothing while another number is typed, and
 * where no text messages can be sent.
 * @see docs/rules/accounts.md#phone-numbers
 */
export function PhoneVerification({ typed }: { typed: string }) {
  const { data: phone } = useOwnPhoneQuery()
  const [isEntering, setEntering] = useState(false)
  const [sendCode] = useSendPhoneCodeMutation()
  const { run, isPending } = useAction({
    send: () => sendCode().unwrap(),
    failure: 'Failed to send the code',
    onSuccess: () => setEntering(true),
  })
  if (!phone?.can_verify || !phone.phone_number || phone.phone_number !== typed.trim()) return null
  if (phone.is_verified) {
    return (
      <div>
        <StatusPill status="verified" />
      </div>
    )
  }
  return (
    <div>
      <Button variant="secondary" size="small" isPending={isPending} onPress={() => run(undefined)}>
        {isPending ? 'Sending a code…' : 'Verify this number'}
      </Button>
      {isEntering && <CodeDialog number={phone.phone_number} onClose={() => setEntering(false)} />}
    </div>
  )
}

function CodeDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [verify] = useVerifyPhoneMutation()
  const { run, isPending } = useAction({
    send: (typed: string) => verify(typed).unwrap(),
    success: 'Your number is verified',
    failure: 'Failed to check the code',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      tone="primary"
      title="Enter the code"
      consequence={`We sent 6 digits to ${number}. They work for ${PHONE_CODE_MINUTES} minutes.`}
      confirmLabel="Verify number"
      pendingLabel="Checking…"
      onConfirm={() => run(code)}
      isConfirmDisabled={code.replaceAll(/\D/g, '').length !== 6}
      isPending={isPending}
    >
      <TextField
        label="Code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="tabular [&_input]:text-21 [&_input]:tracking-widest"
      />
    </ConfirmDialog>
  )
}
