import type { User } from '@tendwell/contract/accounts'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { readStored, userStored, useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { useVerifyEmailMutation } from './api.ts'

const redirectDelayMs = 2_000

type Step = 'verify' | 'resend' | 'verified'

/** The steps of verifying an address: a token from the address bar is tried once, by itself. */
export function useVerification(mailedToken: string) {
  const [step, setStep] = useState<Step>('verify')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAutomatic, setAutomatic] = useState(mailedToken !== '')
  const [send, { isLoading }] = useVerifyEmailMutation()
  const keepUser = useKeepUser()
  const tried = useRef<string | null>(null)

  const verify = async (token: string) => {
    if (isLoading) return
    setRefusal(null)
    try {
      const { user } = await send({ token }).unwrap()
      keepUser(user)
      setStep('verified')
      toast.success('Email verified successfully!')
    } catch (error) {
      const message = messageOf(error, 'Verification failed')
      toast.error(message)
      setRefusal(message)
      if (/expired|used/i.test(message)) setStep('resend')
    }
    setAutomatic(false)
  }
  const latestVerify = useRef(verify)
  latestVerify.current = verify

  // An effect runs twice in React's strict mode; a token works once.
  useEffect(() => {
    if (mailedToken === '' || tried.current === mailedToken) return
    tried.current = mailedToken
    setAutomatic(true)
    latestVerify.current(mailedToken)
  }, [mailedToken])

  return {
    step,
    /** Why the last token was refused. */
    refusal,
    /** The token of the mailed link is on its way: nothing is asked of the visitor yet. */
    isAutomatic,
    isVerifying: isLoading,
    verify,
    goTo: (next: 'verify' | 'resend') => {
      setRefusal(null)
      setStep(next)
    },
  }
}

/** Home, a moment after something has become so. */
export function useHomeSoon(isSo: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isSo, navigate])
}

/**
 * Stores who has verified, without a token; someone else who is logged in here stays who they are, and so does whoever
 * is logged in in another tab while the access token that this one found has expired.
 */
function useKeepUser() {
  const { user: current, isLoggedIn } = useSession()
  const dispatch = useDispatch()
  return (user: User) => {
    if (isLoggedIn ? current?.id === user.id : readStored().token === null) dispatch(userStored(user))
  }
}
