/**
 * How many attempts an account and a network address have. An account is counted by its email address, so
 * that the limit is the same whether or not the account exists. The network is counted first, so that a
 * network over its limit can't use up the attempts of other people's accounts. Each function throws AppError
 * 429 when a limit is reached.
 * @see docs/rules/accounts.md#attempt-limits
 */
import type { Deps } from '../../deps.ts'
import {
  type Counted,
  countAttempt,
  forgetAttempts,
  type Limit,
  limitNetwork,
} from '../../platform/limits/attempts.ts'
import type { KnownDevice } from './devices/known-devices.ts'

const QUARTER_HOUR = 15
const HOUR = 60
const DAY = 24 * HOUR

const loginLimit = { most: 10, minutes: QUARTER_HOUR }
/** With 3 valid 6-digit codes at a time, 50 guesses a day find one on about one day in 7,000. */
const codesADay = { most: 50, minutes: DAY }
const deviceLimit = (device: KnownDevice): Limit => ({
  action: 'login of device',
  who: device.id,
  ...loginLimit,
})
const strangersLimit = (email: string): Limit => ({ action: 'login to', who: email, ...loginLimit })

/**
 * Counts a login: that of a known device of the account for this device, any other for all strangers
 * together. So a stranger who guesses can't keep the owner out. If the password is right, call `uncount()` on
 * the result.
 */
export function countLoginAttempt(
  deps: Deps,
  login: { email: string; ipAddress: string; device: KnownDevice | null },
): Promise<Counted> {
  const { email, ipAddress, device } = login
  return countAttempt(deps, [
    ...limitNetwork({ action: 'login from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    device ? deviceLimit(device) : strangersLimit(email),
  ])
}

/**
 * Lets strangers' devices log in to an address again, because its owner may use one, after a password reset.
 */
export function clearFailedLogins(deps: Deps, email: string): Promise<void> {
  return forgetAttempts(deps, strangersLimit(email))
}

/** Lets a known device log in again, because its owner chose a new password on it. */
export function clearDeviceLogins(deps: Deps, device: KnownDevice): Promise<void> {
  return forgetAttempts(deps, deviceLimit(device))
}

export function countSignupAttempt(deps: Deps, email: string, ipAddress: string): Promise<Counted> {
  return countEmailAttempt(deps, 'signup', email, ipAddress)
}

/** Counts a call that sends an email to an address of the caller's choice. */
export function countEmailAttempt(
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
export function countEmailChangeAttempt(
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
export function countMailedPasswordAttempt(deps: Deps, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, limitNetwork({ action: 'reset from', ipAddress, most: 20, minutes: HOUR }))
}

/** Counts a Google sign-in. If it succeeds, call `uncount()` on the result. */
export function countGoogleAttempt(deps: Deps, ipAddress: string): Promise<Counted> {
  const limit = { action: 'google from', ipAddress, most: 30, minutes: QUARTER_HOUR }
  return countAttempt(deps, limitNetwork(limit))
}

/**
 * Counts a second step of a login. A device that has passed one before has a limit of its own; all other
 * devices share one limit for the account. As they know the password, they also have a limit a day: six
 * digits could be guessed in days. If the step is right, call `uncount()` on the result.
 */
export function countSecondStepAttempt(
  deps: Deps,
  login: { userId: number; ipAddress: string; device: KnownDevice | null },
): Promise<Counted> {
  const { userId, ipAddress, device } = login
  const tries = device
    ? { action: 'second step of device', who: device.id }
    : { action: 'second step of strangers of', who: String(userId) }
  return countAttempt(deps, [
    ...limitNetwork({ action: 'second step from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    { ...tries, ...loginLimit },
    { ...tries, action: `day's ${tries.action}`, ...codesADay },
  ])
}

/** Counts a login with a passkey alone. If it succeeds, call `uncount()` on the result. */
export function countPasskeyLoginAttempt(deps: Deps, ipAddress: string): Promise<Counted> {
  const limit = { action: 'passkey login from', ipAddress, most: 30, minutes: QUARTER_HOUR }
  return countAttempt(deps, limitNetwork(limit))
}

/** Counts requests for passkey options, because each challenge is stored. */
export function countPasskeyOptionsAttempt(deps: Deps, ipAddress: string): Promise<Counted> {
  const limit = { action: 'passkey options from', ipAddress, most: 100, minutes: QUARTER_HOUR }
  return countAttempt(deps, limitNetwork(limit))
}

/**
 * Counts a second step that confirms who is logged in, as a password does, and also over a day. Sessions
 * without a second step are counted together: someone with the password and a remembered device's cookie can
 * open any number of them.
 */
export function countSecondStepProofAttempt(
  deps: Deps,
  session: { id: string; userId: number; hadSecondStep: boolean },
  ipAddress: string,
): Promise<Counted> {
  const { id, userId, hadSecondStep } = session
  return countAttempt(deps, [
    ...limitProof(id, ipAddress),
    hadSecondStep
      ? { action: 'second step in', who: id, ...codesADay }
      : { action: 'first second step in sessions of', who: String(userId), ...codesADay },
  ])
}

/**
 * Counts a password change for its session, so that a thief of another one can't stop the owner. If the
 * current password is right, call `uncount()` on the result.
 */
export function countPasswordChangeAttempt(
  deps: Deps,
  sessionId: string,
  ipAddress: string,
): Promise<Counted> {
  return countAttempt(deps, limitProof(sessionId, ipAddress))
}

function limitProof(sessionId: string, ipAddress: string): Limit[] {
  return [
    ...limitNetwork({ action: 'password change from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    { action: 'password change of', who: sessionId, most: 10, minutes: QUARTER_HOUR },
  ]
}
