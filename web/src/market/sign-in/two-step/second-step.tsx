import { REMEMBERED_DAYS } from '@tendwell/contract/sign-in/two-step'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { getErrorStatus } from '../../../lib/errors.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useSendSecondStepMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { LoginState, PendingLogin } from '../login/pending-login.ts'
import { useFinishLogin } from '../login/use-finish-login.ts'
import { CodeForm } from './code-form.tsx'
import { SecondStepWays, type StepBody } from './second-step-ways.tsx'

/** The second step of a login: a passkey, a code of the app, or a recovery code. */
export function SecondStep({ pending }: { pending: PendingLogin }) {
  const { ticket, methods } = pending
  const isOnlyRecovery = methods.every((method) => method === 'recovery_code')
  const [isRecovering, setRecovering] = useState(isOnlyRecovery)
  const [isRemembered, setRemembered] = useState(false)
  const [sendSecondStep] = useSendSecondStepMutation()
  const { enter } = useFinishLogin(pending.firstStep)
  const startAgain = useStartAgain(pending)

  const steps = {
    send: (step: StepBody) => sendSecondStep({ ticket, remember_device: isRemembered, ...step }).unwrap(),
    onSuccess: (session: Parameters<typeof enter>[0]) => {
      toast.success('Login successful!')
      enter(session)
    },
    onRefused: (error: unknown) => {
      const isExpired = getErrorStatus(error) === 401
      if (isExpired) startAgain('Your login timed out')
      return isExpired
    },
  }
  return (
    <div className="flex flex-col gap-6">
      {isRecovering ? (
        <CodeForm
          kind="recovery_code"
          submitLabel="Log In"
          autoFocus
          {...steps}
          send={(code) => steps.send({ recovery_code: code })}
        />
      ) : (
        <SecondStepWays pending={pending} {...steps} />
      )}
      <Checkbox value={isRemembered} onChange={setRemembered}>
        <span>
          Remember this device for {REMEMBERED_DAYS} days
          <span className="block text-13 text-ink-soft">Choose this only on your own device.</span>
        </span>
      </Checkbox>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button
          variant="secondary"
          onPress={() => (isRecovering && !isOnlyRecovery ? setRecovering(false) : startAgain())}
        >
          Back
        </Button>
        {!isRecovering && methods.includes('recovery_code') && (
          <Button variant="quiet" onPress={() => setRecovering(true)}>
            Can’t use these? Use a recovery code
          </Button>
        )}
        {(isRecovering || !methods.includes('recovery_code')) && (
          <Link to={paths.contact} className="text-link inline-flex min-h-11 items-center">
            {isRecovering ? 'No codes left? Contact us' : 'Can’t use these? Contact us'}
          </Link>
        )}
      </div>
    </div>
  )
}

/** @returns goes back to the password, with the reason if there is one */
function useStartAgain({ email }: PendingLogin) {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (notice?: string) => {
    const state: LoginState = { ...(email && { email }), ...(notice && { notice }) }
    navigate({ pathname: paths.login, search }, { state, replace: true })
  }
}
