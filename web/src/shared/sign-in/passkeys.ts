import type { PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import { getErrorStatus, isOffline } from '../../lib/errors.ts'
import type { PasskeyOptions } from './two-step-api.ts'

// Lazy, because few visitors of a screen use a passkey there.
const loadLibrary = () => import('@simplewebauthn/browser')

/** `address`: the page was opened at an IP address, where browsers allow no passkeys. */
export type PasskeySupport = 'yes' | 'no' | 'address'

/** Whether passkeys work in this browser, at this address. */
export function getPasskeySupport(): PasskeySupport {
  if (isIpAddress(location.hostname)) return 'address'
  return typeof window.PublicKeyCredential === 'function' ? 'yes' : 'no'
}

/** This page's address at `localhost`; null unless it was opened at this machine's IP address. */
export function getLocalhostUrl(): string | null {
  const { hostname, href } = location
  if (!/^127\.|^\[::1\]$/.test(hostname)) return null
  return Object.assign(new URL(href), { hostname: 'localhost' }).href
}

function isIpAddress(hostname: string): boolean {
  return /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[')
}

/** Asks the browser for one of the user's passkeys. @throws what `describePasskeyFailure` describes */
export async function askForPasskey({ options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadLibrary()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON: options as unknown as Options })
  return { ...answer, response: { ...answer.response } }
}

/** Asks the browser to create a passkey. @throws what `describePasskeyFailure` describes */
export async function createPasskey({ options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await loadLibrary()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const answer = await startRegistration({ optionsJSON: options as unknown as Options })
  return { ...answer, response: { ...answer.response } }
}

const failures: Record<string, string> = {
  // Browsers don't say which of the two it was.
  NotAllowedError: 'The passkey prompt was closed or timed out. Try again when you’re ready.',
  AbortError: 'The passkey prompt was closed. Try again when you’re ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: 'This device can’t create a passkey that works here. Try another device.',
  SecurityError: 'Passkeys don’t work at this address.',
}

const loginFailures: Record<string, string> = {
  ...failures,
  InvalidStateError: 'This device couldn’t use the passkey. Try another one, or another way.',
  NotSupportedError: 'This device can’t use a passkey here. Try another device, or another way.',
}

/**
 * Why a passkey wasn't made (`create`) or used (`use`). Null if it was the server that refused it or couldn't be
 * reached.
 */
export function describePasskeyFailure(error: unknown, purpose: 'create' | 'use'): string | null {
  if (getErrorStatus(error) !== undefined || isOffline(error)) return null
  const name = error instanceof Error ? error.name : ''
  return (
    (purpose === 'use' ? loginFailures : failures)[name] ??
    'Your browser couldn’t use the passkey. Please try again.'
  )
}
