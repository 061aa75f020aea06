import { useEffect, useEffectEvent, useRef } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { type AuthDispatch, logIn } from '../../../lib/session/auth-actions.ts'
import { readStoredSession, type SessionState, selectSession } from '../../../lib/session/session.ts'
import { useOpenSignupSessionMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { readVerificationHandle } from './verification-handle.ts'

const askMs = 10_000

/**
 * Logs in the browser that signed up, once the address is verified, here or in another browser.
 * @param isWaiting asks every few seconds while the screen is visible, and when the user comes back to it
 * @returns asks now; it never fails
 * @see docs/rules/accounts.md#logged-in-by-verifying
 */
export function useSignupSession(isWaiting: boolean): () => Promise<void> {
  const [open] = useOpenSignupSessionMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const store = useStore<{ session: SessionState }>()
  const asking = useRef<Promise<void> | null>(null)
  const isLoggedIn = () => selectSession(store.getState()).token !== null

  const ask = async () => {
    const handle = readVerificationHandle()
    // Someone may be logged in here, or in another tab while this tab's access token has expired.
    if (handle === undefined || isLoggedIn() || readStoredSession().token !== null) return
    const { data: session } = await open(handle)
    if (session && !isLoggedIn()) dispatch(logIn(session))
  }
  // The handle works once, so that two calls at the same time would lose the session of one.
  const askOnce = () => {
    asking.current ??= ask().finally(() => {
      asking.current = null
    })
    return asking.current
  }
  const askIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void askOnce()
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(askIfVisible, askMs)
    window.addEventListener('focus', askIfVisible)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', askIfVisible)
    }
  }, [isWaiting])
  return askOnce
}
