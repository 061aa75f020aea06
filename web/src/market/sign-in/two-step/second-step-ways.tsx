import type { PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import { PasskeyObstacle } from '../../../shared/sign-in/passkey-obstacle.tsx'
import { getPasskeySupport } from '../../../shared/sign-in/passkeys.ts'
import { usePasskeyLoginOptionsMutation } from '../../../shared/sign-in/two-step-api.ts'
import { OrLine } from '../google/or-line.tsx'
import type { PendingLogin } from '../login/pending-login.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export type StepBody = { passkey: PasskeyAnswer } | { app_code: string } | { recovery_code: string }

interface SecondStepWaysProps<Result> {
  pending: PendingLogin
  send: (step: StepBody) => Promise<Result>
  onSuccess: (result: Result) => void
  onRefused: (error: unknown) => boolean
}

/** The usual second steps: a passkey, a code of the app, or either. */
export function SecondStepWays<Result>({ pending, send, ...outcome }: SecondStepWaysProps<Result>) {
  const { ticket, methods } = pending
  const [getOptions] = usePasskeyLoginOptionsMutation()
  const support = getPasskeySupport()
  const hasPasskey = methods.includes('passkey')
  const usesPasskey = hasPasskey && support === 'yes'
  const hasApp = methods.includes('app')
  return (
    <>
      {usesPasskey && (
        <PasskeyButton
          label="Use your passkey"
          autoFocus
          getOptions={() => getOptions({ ticket }).unwrap()}
          send={(passkey) => send({ passkey })}
          {...outcome}
        />
      )}
      {hasPasskey && <PasskeyObstacle support={support} />}
      {usesPasskey && hasApp && <OrLine />}
      {hasApp && (
        <CodeForm
          kind="app"
          submitLabel="Log In"
          variant={usesPasskey ? 'secondary' : 'primary'}
          autoFocus={!usesPasskey}
          send={(code) => send({ app_code: code })}
          {...outcome}
        />
      )}
    </>
  )
}
