import type { PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { describeFailure } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { PasskeyNote } from '../../../shared/sign-in/passkey-note.tsx'
import { askForPasskey, describePasskeyFailure } from '../../../shared/sign-in/passkeys.ts'
import type { PasskeyOptions } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import type { ButtonVariant } from '../../../ui/button-style.ts'

interface PasskeyButtonProps<Result> {
  label: string
  variant?: ButtonVariant
  autoFocus?: boolean
  getOptions: () => Promise<PasskeyOptions>
  /** Sends the browser's answer to the server. */
  send: (passkey: PasskeyAnswer) => Promise<Result>
  onSuccess: (result: Result) => void
  /** @returns whether it dealt with the failure, which is then not shown */
  onRefused?: (error: unknown) => boolean
}

/** Asks for a passkey and shows below what went wrong. A prompt that was closed is no error. */
export function PasskeyButton<Result>(props: PasskeyButtonProps<Result>) {
  const { label, variant, autoFocus, getOptions, send, onSuccess, onRefused } = props
  const [note, setNote] = useState<{ text: string; isRefusal: boolean } | null>(null)
  const { run, isPending } = useAction({
    send: async () => {
      setNote(null)
      return send(await askForPasskey(await getOptions()))
    },
    onSuccess,
    onFailure: (error) => {
      if (onRefused?.(error)) return
      const text = describePasskeyFailure(error, 'use')
      setNote({ text: text ?? describeFailure(error), isRefusal: text === null })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <Button
        size="large"
        block
        variant={variant}
        autoFocus={autoFocus}
        icon={<KeyRound className="size-5" />}
        isPending={isPending}
        onPress={() => run(undefined)}
      >
        {isPending ? 'Waiting for your passkey…' : label}
      </Button>
      <PasskeyNote note={note} />
    </div>
  )
}
