import type { User } from '@tendwell/contract/sign-in/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { readStoredSession, userStored, useSession } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toast.ts'
import { useVerifyEmailMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { useSignupSession } from './use-signup-session.ts'
import { readVerificationHandle } from './verification-handle.ts'

const failure = 'Verification failed'
const verifiedMessage = 'Email verified successfully!'

/** The address is verified, but the account has no password, because this browser did not sign up. */
export interface PasswordRequired {
  user: User
  setupToken: string
}

/** `confirm`: a mailed link was opened in a browser that did not sign up. */
type Step = 'verify' | 'confirm' | 'resend' | 'verified' | PasswordRequired

/**
 * The steps of verifying an address. A token from the address bar is sent once, automatically, in the browser
 * that signed up. Any other browser waits for a press.
 * @param signupEmail the address that has just signed up here, if the screen was opened by that
 * @see docs/rules/accounts.md#email-verification
 */
export function useVerification(mailedToken: string, signupEmail: string | null) {
  const handle = readVerificationHandle()
  const isAtOnce = mailedToken !== '' && handle !== undefined
  const [step, setStep] = useState<Step>(mailedToken !== '' && !isAtOnce ? 'confirm' : 'verify')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAutomatic, setAutomatic] = useState(isAtOnce)
  const [verifyEmail] = useVerifyEmailMutation()
  const { user, isLoggedIn } = useSession()
  const [waitingEmail] = useState(signupEmail ?? (isLoggedIn ? null : (user?.email ?? null)))
  const isAsking = step === 'verify' || step === 'resend'
  const isWaiting = isAsking && handle !== undefined && waitingEmail !== null && !isLoggedIn
  const openSession = useSignupSession(isWaiting)
  // Verified in another tab or browser, which has brought the session to this one.
  const isIn = isAsking && isLoggedIn && user?.email === waitingEmail
  const keepUser = useKeepUser()
  const tried = useRef<string | null>(null)

  const refuse = (error: unknown) => {
    const message = getErrorMessage(error, failure)
    setRefusal(message)
    setStep(/expired|used/i.test(message) ? 'resend' : 'verify')
  }
  const { run, isPending } = useAction({
    send: async (token: string) => {
      setRefusal(null)
      const answer = await verifyEmail({ token, verification_handle: handle }).unwrap()
      if (!answer.setup_token) await openSession()
      return answer
    },
    failure,
    onSuccess: (answer) => {
      toast.success(verifiedMessage)
      const { user, setup_token: setupToken } = answer
      if (setupToken) return setStep({ user, setupToken })
      keepUser(user)
      setStep('verified')
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
    step: isIn ? 'verified' : step,
    /** The address that signed up in this browser and isn't verified yet; null if there is none. */
    waitingEmail,
    /** Proves that this browser signed up. */
    handle,
    openSession,
    /** Logs in, after the address was verified by the code. */
    finish: async () => {
      await openSession()
      setStep('verified')
    },
    /** Why the last token was refused. */
    refusal,
    /** The token of the mailed link is being checked, so the form is not shown yet. */
    isAutomatic,
    isVerifying: isPending,
    verify,
    goTo: (next: 'verify' | 'resend') => {
      setRefusal(null)
      setStep(next)
    },
  }
}

/**
 * Stores the verified user without a token, unless someone else is logged in here, or in another tab while
 * this tab's access token has expired.
 */
function useKeepUser() {
  const { user: current, isLoggedIn } = useSession()
  const dispatch = useDispatch()
  return (user: User) => {
    if (isLoggedIn ? current?.id === user.id : readStoredSession().token === null) dispatch(userStored(user))
  }
}
