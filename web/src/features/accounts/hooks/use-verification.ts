import type { User } from '@tendwell/contract/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../lib/errors.ts'
import { paths } from '../../../lib/paths.ts'
import { readStoredSession, userStored, useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useVerifyEmailMutation } from '../api.ts'

const failure = 'Verification failed'
const redirectDelayMs = 2_000

type Step = 'verify' | 'resend' | 'verified'

/** The steps of verifying an address. A token from the address bar is sent once, automatically. */
export function useVerification(mailedToken: string) {
  const [step, setStep] = useState<Step>('verify')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAutomatic, setAutomatic] = useState(mailedToken !== '')
  const [verifyEmail] = useVerifyEmailMutation()
  const keepUser = useKeepUser()
  const tried = useRef<string | null>(null)

  const { run, isPending } = useAction({
    send: (token: string) => {
      setRefusal(null)
      return verifyEmail({ token }).unwrap()
    },
    success: 'Email verified successfully!',
    failure,
    onSuccess: ({ user }) => {
      keepUser(user)
      setStep('verified')
    },
    onFailure: (error) => {
      const message = getErrorMessage(error, failure)
      setRefusal(message)
      if (/expired|used/i.test(message)) setStep('resend')
    },
  })
  const verify = async (token: string) => {
    await run(token)
    setAutomatic(false)
  }
  const verifyMailedToken = useEffectEvent(() => verify(mailedToken))

  // An effect runs twice in React's strict mode; a token works once.
  useEffect(() => {
    if (mailedToken === '' || tried.current === mailedToken) return
    tried.current = mailedToken
    setAutomatic(true)
    verifyMailedToken()
  }, [mailedToken])

  return {
    step,
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

/** Goes home 2 seconds after `isDone` becomes true. */
export function useRedirectHome(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}

/**
 * Stores the verified user without a token, unless somebody else is logged in here, or in another tab while this tab's
 * access token has expired.
 */
function useKeepUser() {
  const { user: current, isLoggedIn } = useSession()
  const dispatch = useDispatch()
  return (user: User) => {
    if (isLoggedIn ? current?.id === user.id : readStoredSession().token === null) dispatch(userStored(user))
  }
}
