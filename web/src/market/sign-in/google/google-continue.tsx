import { GoogleLogin, GoogleOAuthProvider } from '@react-oauth/google'
import { type ReactNode, useEffect, useState } from 'react'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { GoogleMark } from '../../../shared/sign-in/google-mark.tsx'
import { useAuthSettingsQuery } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { OrLine } from './or-line.tsx'
import { type GoogleRole, showGoogleFailure, useGoogleSignIn } from './use-google-sign-in.ts'

type Status = 'loading' | 'ready' | 'unavailable'

/** Google's own limit. */
const maximumWidthPx = 400

interface GoogleContinueProps {
  joinAs: GoogleRole
  note?: ReactNode
  /** Another way to sign in, above Google's button. */
  children?: ReactNode
}

/** Signs in with Google, below another way to sign in. */
export function GoogleContinue({ joinAs, note, children }: GoogleContinueProps) {
  const { signIn, isSigningIn } = useGoogleSignIn(joinAs)
  return (
    <div className="flex flex-col gap-4">
      <OrLine />
      {children}
      <GoogleCredential onCredential={signIn} isPending={isSigningIn} />
      {note && <p className="text-center text-13 text-balance text-ink-soft">{note}</p>}
    </div>
  )
}

interface GoogleCredentialProps {
  /** Undefined if Google answered without one. */
  onCredential: (credential: string | undefined) => void
  isPending: boolean
}

/** Google's button once its script has loaded. Until then, and if it can't load, a button of ours. */
export function GoogleCredential({ onCredential, isPending }: GoogleCredentialProps) {
  const { data, isError } = useAuthSettingsQuery()
  const [script, setScript] = useState<Status>('loading')
  const clientId = data?.google_client_id
  const status = isError || (data && !clientId) ? 'unavailable' : script
  const hasGoogleButton = status === 'ready' && !isPending
  return (
    <>
      {clientId && (
        <GoogleOAuthProvider
          clientId={clientId}
          locale="en"
          onScriptLoadSuccess={() => setScript('ready')}
          onScriptLoadError={() => setScript('unavailable')}
        >
          {hasGoogleButton && <GoogleButton onCredential={onCredential} />}
        </GoogleOAuthProvider>
      )}
      {!hasGoogleButton && <OwnButton status={status} isSigningIn={isPending} />}
    </>
  )
}

/** Drawn by Google in a frame, which needs its width in pixels. */
function GoogleButton({ onCredential }: { onCredential: (credential: string | undefined) => void }) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const isDark = useMedia('dark')
  return (
    <div ref={setContainer} className="flex min-h-13 items-center justify-center">
      {container && (
        <GoogleLogin
          onSuccess={({ credential }) => onCredential(credential)}
          onError={showGoogleFailure}
          text="continue_with"
          theme={isDark ? 'filled_black' : 'outline'}
          width={Math.min(container.clientWidth, maximumWidthPx)}
          use_fedcm_for_button
        />
      )}
    </div>
  )
}

/** If pressed while Google's script loads, the button waits for it and shows an error if the load fails. */
function OwnButton({ status, isSigningIn }: { status: Status; isSigningIn: boolean }) {
  const [isWaiting, setWaiting] = useState(false)

  useEffect(() => {
    if (!isWaiting || status !== 'unavailable') return
    setWaiting(false)
    showGoogleFailure()
  }, [isWaiting, status])

  return (
    <Button
      variant="secondary"
      size="large"
      block
      icon={<GoogleMark />}
      isPending={isWaiting || isSigningIn}
      onPress={() => setWaiting(true)}
    >
      Continue with Google
    </Button>
  )
}
