/**
 * How many attempts an account and a network address have. An account is counted by its email address, so that the limit
 * is the same whether or not the account exists. The network is counted first, so that a network over its limit can't use
 * up the attempts of other people's accounts. Each function throws AppError 429 when a limit is reached.
 * @see docs/rules/accounts.md#throttling
 */
import type { Deps } from '../../deps.ts'
import {
  type Counted,
  countAttempt,
  forgetAttempts,
  type Limit,
  limitNetwork,
} from '../../platform/throttle.ts'
import type { KnownDevice } from './sessions/known-devices.ts'

const QUARTER_HOUR = 15
const HOUR = 60

const loginLimit = { most: 10, minutes: QUARTER_HOUR }
const strangersLimit = (email: string): Limit => ({ action: 'login to', who: email, ...loginLimit })

/**
 * Counts a login: that of a known device of the account for this device, any other for all strangers together. So a
 * stranger who guesses can't keep the owner out. If the password is right, call `uncount()` on the result.
 */
export function countLogin(
  deps: Deps,
  login: { email: string; ipAddress: string; device: KnownDevice | null },
): Promise<Counted> {
  const { email, ipAddress, device } = login
  return countAttempt(deps, [
    ...limitNetwork({ action: 'login from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    device ? { action: 'login of device', who: device.id, ...loginLimit } : strangersLimit(email),
  ])
}

/** Lets strangers' devices log in to an address again, because its owner may use one, after a password reset. */
export function clearFailedLogins(deps: Deps, email: string): Promise<void> {
  return forgetAttempts(deps, strangersLimit(email))
}

export function countSignup(deps: Deps, email: string, ipAddress: string): Promise<Counted> {
  return countEmailRequest(deps, 'signup', email, ipAddress)
}

/** Counts a call that sends an email to an address of the caller's choice. */
export function countEmailRequest(
  deps: Deps,
  kind: 'signup' | 'verification' | 'reset',
  email: string,
  ipAddress: string,
): Promise<Counted> {
  return countAttempt(deps, [
    ...limitNetwork({ action: `${kind} email from`, ipAddress, most: 30, minutes: HOUR }),
    { action: `${kind} email to`, who: email, most: 5, minutes: HOUR },
  ])
}

/** Counts a change of email: for its user, and for the address that gets a mail unasked. */
export function countEmailChange(
  deps: Deps,
  change: { userId: number; newEmail: string; ipAddress: string },
): Promise<Counted> {
  const { userId, newEmail, ipAddress } = change
  return countAttempt(deps, [
    ...limitNetwork({ action: 'email change from', ipAddress, most: 30, minutes: HOUR }),
    { action: 'email change of', who: String(userId), most: 5, minutes: HOUR },
    { action: 'email change to', who: newEmail, most: 5, minutes: HOUR },
  ])
}

/** Counts a password chosen with a mailed link, because each valid one costs a hash. */
export function countMailedPassword(deps: Deps, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, limitNetwork({ action: 'reset from', ipAddress, most: 20, minutes: HOUR }))
}

/** Counts a Google sign-in. If it succeeds, call `uncount()` on the result. */
export function countGoogleSignIn(deps: Deps, ipAddress: string): Promise<Counted> {
  const limit = { action: 'google from', ipAddress, most: 30, minutes: QUARTER_HOUR }
  return countAttempt(deps, limitNetwork(limit))
}

/**
 * Counts a password change for its session, so that a thief of another one can't stop the owner. If the current
 * password is right, call `uncount()` on the result.
 */
export function countPasswordChange(deps: Deps, sessionId: string, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, [
    ...limitNetwork({ action: 'password change from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    { action: 'password change of', who: sessionId, most: 10, minutes: QUARTER_HOUR },
  ])
}
