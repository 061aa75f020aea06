import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import type { SIGNUP_ROLES } from '@tendwell/contract/sign-in/accounts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { toast } from '../../../lib/toast.ts'
import { useContinueWithGoogleMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { sendFirstStep, useFinishLogin } from '../login/use-finish-login.ts'

export type GoogleRole = (typeof SIGNUP_ROLES)[number]

const failed = 'Google authentication failed'

export function showGoogleFailure(): void {
  toast.error(failed)
}

/** Logs in with the ID token that Google's button returns. `role` is for an address without an account. */
export function useGoogleSignIn(role: GoogleRole) {
  const [continueWithGoogle] = useContinueWithGoogleMutation()
  const { enter, askForSecondStep } = useFinishLogin('google')

  const { run, isPending } = useAction({
    send: (credential: string) =>
      sendFirstStep(
        continueWithGoogle({
          credential,
          role,
          timezone: getBrowserZone(),
          terms_version: TERMS_VERSION,
          privacy_version: PRIVACY_VERSION,
        }),
      ),
    failure: failed,
    onSuccess: (result) => {
      if ('facts' in result) return askForSecondStep(result.facts)
      const { message, ...session } = result.answer
      toast.success(message)
      enter(session)
    },
  })
  const signIn = (credential: string | undefined) => {
    if (credential) void run(credential)
    else showGoogleFailure()
  }
  return { signIn, isSigningIn: isPending }
}
