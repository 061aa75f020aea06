import type { SIGNUP_ROLES } from '@tendwell/contract/accounts'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { type AuthDispatch, logIn } from '../../../lib/auth-actions.ts'
import { messageOf } from '../../../lib/errors.ts'
import { getBrowserZone } from '../../../lib/format.ts'
import { toast } from '../../../ui/toast.ts'
import { useAuthSettingsQuery, useContinueWithGoogleMutation } from '../api.ts'
import { type GoogleIdentity, loadGoogleIdentity } from '../google-identity.ts'
import { getGoogleRedirect } from '../login-redirect.ts'

const failed = 'Google authentication failed'

export type GoogleRole = (typeof SIGNUP_ROLES)[number]

/** What is known of Google's own button: still asked for, ready to be drawn, or not to be had. */
export type GoogleState =
  | { kind: 'loading' }
  | { kind: 'ready'; identity: GoogleIdentity; clientId: string }
  | { kind: 'unavailable' }

/** Google's script, where a client id is configured. */
export function useGoogleIdentity(): GoogleState {
  const { data, isError } = useAuthSettingsQuery()
  const [state, setState] = useState<GoogleState>({ kind: 'loading' })
  const clientId = data?.google_client_id

  useEffect(() => {
    if (isError || clientId === null || clientId === '') setState({ kind: 'unavailable' })
    if (!clientId) return
    let isCurrent = true
    loadGoogleIdentity().then(
      (identity) => isCurrent && setState({ kind: 'ready', identity, clientId }),
      () => isCurrent && setState({ kind: 'unavailable' }),
    )
    return () => {
      isCurrent = false
    }
  }, [clientId, isError])

  return state
}

export function tellGoogleFailed(): void {
  toast.error(failed)
}

/** Takes what Google's button answers to the server, and whoever it is to their first screen. */
export function useGoogleSignIn(role: GoogleRole) {
  const [send, { isLoading }] = useContinueWithGoogleMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()

  const signIn = async (credential: string | undefined) => {
    if (isLoading) return
    if (!credential) return tellGoogleFailed()
    try {
      const { message, ...session } = await send({ credential, role, timezone: getBrowserZone() }).unwrap()
      dispatch(logIn(session))
      toast.success(message)
      navigate(getGoogleRedirect(session.user), { replace: true })
    } catch (error) {
      toast.error(messageOf(error, failed))
    }
  }
  // Google keeps the function it was given first; the account type may change after that.
  const latest = useRef(signIn)
  latest.current = signIn
  return { signIn: latest, isLoading }
}
