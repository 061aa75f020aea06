import { passwordRequiredResponse, type Side, type User } from '@tendwell/contract/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { getErrorBody, getErrorMessage } from '../../../lib/errors.ts'
import { readStoredSession, userStored, useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { toast } from '../../../ui/toast.ts'
import { useVerifyEmailMutation } from '../api.ts'
import { readVerificationHandle } from '../verification-handle.ts'

const failure = 'Verification failed'
export const verifiedMessage = 'Email verified successfully!'

/** The server asks for a new password, because this browser did not sign up. */
export interface PasswordRequired {
  token: string
  /** The account's. */
  role: Side
}

/** `confirm`: a mailed link was opened in a browser that did not sign up. */
type Step = 'verify' | 'confirm' | 'resend' | 'verified' | PasswordRequired

/**
 * The steps of verifying an address. A token from the address bar is sent once, automatically, in the browser that
 * signed up. Any other browser waits for a press.
 * @see docs/rules/accounts.md#email-verification
 */
export function useVerification(mailedToken: string) {
  const isAtOnce = mailedToken !== '' && readVerificationHandle() !== undefined
  const [step, setStep] = useState<Step>(mailedToken !== '' && !isAtOnce ? 'confirm' : 'verify')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAutomatic, setAutomatic] = useState(isAtOnce)
  const send = useVerifyCall()
  const keepUser = useKeepUser()
  const tried = useRef<string | null>(null)

  const finish = (user: User) => {
    keepUser(user)
    setStep('verified')
  }
  const refuse = (error: unknown) => {
    const message = getErrorMessage(error, failure)
    setRefusal(message)
    setStep(/expired|used/i.test(message) ? 'resend' : 'verify')
  }
  const { run, isPending } = useAction({
    send: (token: string) => {
      setRefusal(null)
      return send(token)
    },
    failure,
    onSuccess: (answer) => {
      if (!('user' in answer)) return setStep(answer)
      toast.success(verifiedMessage)
      finish(answer.user)
    },
    onFailure: refuse,
  })
  const verify = async (token: string) => {
    await run(token)
    setAutomatic(false)
  }
  const verifyMailedToken = useEffectEvent(() => verify(mailedToken))

  // An effect runs twice in React's strict mode; a token works once.
  useEffect(() => {
    if (!isAtOnce || tried.current === mailedToken) return
    tried.current = mailedToken
    setAutomatic(true)
    verifyMailedToken()
  }, [isAtOnce, mailedToken])

  return {
    step,
    /** Why the last token was refused. */
    refusal,
    /** The token of the mailed link is being checked, so the form is not shown yet. */
    isAutomatic,
    isVerifying: isPending,
    verify,
    finish,
    refuse,
    goTo: (next: 'verify' | 'resend') => {
      setRefusal(null)
      setStep(next)
    },
  }
}

/** @returns a call that resolves to the verified user, or to what the server asks for */
function useVerifyCall() {
  const [verifyEmail] = useVerifyEmailMutation()
  return async (token: string): Promise<{ user: User } | PasswordRequired> => {
    const { data, error } = await verifyEmail({ token, verification_handle: readVerificationHandle() })
    if (data) return data
    const required = passwordRequiredResponse.safeParse(getErrorBody(error)).data
    if (required) return { token, role: required.role }
    throw error
  }
}

/**
 * Stores the verified user without a token, unless someone else is logged in here, or in another tab while this tab's
 * access token has expired.
 */
function useKeepUser() {
  const { user: current, isLoggedIn } = useSession()
  const dispatch = useDispatch()
  return (user: User) => {
    if (isLoggedIn ? current?.id === user.id : readStoredSession().token === null) dispatch(userStored(user))
  }
}
