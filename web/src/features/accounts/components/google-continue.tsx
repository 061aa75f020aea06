import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import {
  type GoogleRole,
  type GoogleState,
  tellGoogleFailed,
  useGoogleIdentity,
  useGoogleSignIn,
} from '../hooks/use-google.ts'
import { GoogleMark } from './google-mark.tsx'

const widestPx = 400

/** Continues with a Google account: Google's own button where it can be had, else one that says that it failed. */
export function GoogleContinue({ joinAs, note }: { joinAs: GoogleRole; note?: string }) {
  const state = useGoogleIdentity()
  const { signIn, isLoading } = useGoogleSignIn(joinAs)
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-4 text-13 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {state.kind === 'ready' && !isLoading ? (
        <GoogleButton {...state} onCredential={(credential) => signIn.current(credential)} />
      ) : (
        <OwnButton state={state} isSending={isLoading} />
      )}
      {note && <p className="text-center text-13 text-balance text-ink-soft">{note}</p>}
    </div>
  )
}

/** Stands until Google's own is there, and where it never comes. Pressed early, it waits for the answer. */
function OwnButton({ state, isSending }: { state: GoogleState; isSending: boolean }) {
  const [isWanted, setWanted] = useState(false)
  const isWaiting = isWanted && state.kind === 'loading'

  useEffect(() => {
    if (!isWanted || state.kind !== 'unavailable') return
    setWanted(false)
    tellGoogleFailed()
  }, [isWanted, state.kind])

  return (
    <Button
      variant="secondary"
      size="large"
      block
      icon={<GoogleMark />}
      isPending={isWaiting || isSending}
      onPress={() => setWanted(true)}
    >
      Continue with Google
    </Button>
  )
}

interface GoogleButtonProps {
  identity: Extract<GoogleState, { kind: 'ready' }>['identity']
  clientId: string
  onCredential: (credential: string | undefined) => void
}

/** Drawn by Google in a frame of its own. */
function GoogleButton({ identity, clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const told = useRef(onCredential)
  told.current = onCredential

  useEffect(() => {
    const parent = place.current
    if (!parent) return
    identity.initialize({
      client_id: clientId,
      callback: ({ credential }) => told.current(credential),
      use_fedcm_for_button: true,
    })
    identity.renderButton(parent, {
      text: 'continue_with',
      theme: window.matchMedia('(prefers-color-scheme: dark)').matches ? 'filled_black' : 'outline',
      size: 'large',
      width: Math.min(parent.clientWidth, widestPx),
      locale: 'en',
    })
    return () => parent.replaceChildren()
  }, [identity, clientId])

  return <div ref={place} className="flex min-h-13 items-center justify-center" />
}
