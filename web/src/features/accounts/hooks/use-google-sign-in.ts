import type { SIGNUP_ROLES } from '@tendwell/contract/accounts'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { type AuthDispatch, logIn } from '../../../lib/auth-actions.ts'
import { getErrorMessage } from '../../../lib/errors.ts'
import { getBrowserZone } from '../../../lib/format.ts'
import { toast } from '../../../ui/toast.ts'
import { useContinueWithGoogleMutation } from '../api.ts'
import { getGoogleRedirect } from '../login-redirect.ts'

export type GoogleRole = (typeof SIGNUP_ROLES)[number]

const failed = 'Google authentication failed'

export function showGoogleFailure(): void {
  toast.error(failed)
}

/** Logs in with the ID token that Google's button returns. `role` is for an address without an account. */
export function useGoogleSignIn(role: GoogleRole) {
  const [send, { isLoading }] = useContinueWithGoogleMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()

  const signIn = async (credential: string | undefined) => {
    if (isLoading) return
    if (!credential) return showGoogleFailure()
    try {
      const { message, ...session } = await send({ credential, role, timezone: getBrowserZone() }).unwrap()
      dispatch(logIn(session))
      toast.success(message)
      navigate(getGoogleRedirect(session.user), { replace: true })
    } catch (error) {
      toast.error(getErrorMessage(error, failed))
    }
  }
  return { signIn, isSigningIn: isLoading }
}
