import type { SIGNUP_ROLES } from '@tendwell/contract/accounts'
import { TERMS_VERSION } from '@tendwell/contract/reference'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { type AuthDispatch, logIn } from '../../../lib/auth-actions.ts'
import { getBrowserZone } from '../../../lib/format.ts'
import { useAction } from '../../../lib/use-action.ts'
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
  const [continueWithGoogle] = useContinueWithGoogleMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()
  const { search } = useLocation()

  const { run, isPending } = useAction({
    send: (credential: string) =>
      continueWithGoogle({
        credential,
        role,
        timezone: getBrowserZone(),
        terms_version: TERMS_VERSION,
      }).unwrap(),
    success: ({ message }) => message,
    failure: failed,
    onSuccess: ({ message: _, ...session }) => {
      dispatch(logIn(session))
      navigate(getGoogleRedirect(session.user, search), { replace: true })
    },
  })
  const signIn = (credential: string | undefined) => {
    if (credential) void run(credential)
    else showGoogleFailure()
  }
  return { signIn, isSigningIn: isPending }
}
