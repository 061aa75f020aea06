/**
 * How many attempts an account and a network address have. An account is counted by its email address, so
 * that the limit is the same whether or not the account exists. The network is counted first, so that a
 * network over its limit can't use up the attempts of other people's accounts. Each `count…Attempt` throws
 * AppError 429 when a limit is reached. Where only failures should count, call `uncount()` on its result
 * after a success.
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
const codesADayLimit = { most: 50, minutes: DAY }
/** The failed logins on one known device. */
const deviceLimit = (device: KnownDevice): Limit => ({
  action: 'login of device',
  who: device.id,
  ...loginLimit,
})
/** The failed logins on all other devices together. */
const strangersLimit = (email: string): Limit => ({ action: 'login to', who: email, ...loginLimit })

/**
 * Counts a login with a password: on a known device of the account for that device, on any other for all
 * strangers together. So a stranger who guesses can't keep the owner out. Only failures should count.
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

/** Lets strangers' devices log in again after a password reset, because the owner may use one of them. */
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

/** The wrong codes from one browser's sign-up, until it asks for another email. */
const emailCodesLimit = (handle: string): Limit => ({
  action: 'verification codes with',
  who: handle,
  most: 5,
  minutes: DAY,
  rule: 'That was too many wrong codes. Ask for a new email to get another code',
})

/**
 * Counts a code from a verification email: for the browser's sign-up, so that a stranger who guesses can't
 * stop the owner, and in a day for the address, because each new sign-up or email brings further guesses. Only
 * failures should count.
 * @param code.handle of the browser that signed up; a forged one is limited like any other
 */
export function countVerificationCodeAttempt(
  deps: Deps,
  { email, handle, ipAddress }: { email: string; handle: string; ipAddress: string },
): Promise<Counted> {
  return countAttempt(deps, [
    ...limitNetwork({ action: 'verification code from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    emailCodesLimit(handle),
    { action: 'verification codes of', who: email, ...codesADayLimit },
  ])
}

/** Lets a browser that asked for another email enter the new code. */
export function clearVerificationCodes(deps: Deps, handle: string): Promise<void> {
  return forgetAttempts(deps, emailCodesLimit(handle))
}

/** Counts a text message, which costs money: for the person and for the number, an hour and a day. */
export function countPhoneMessage(
  deps: Deps,
  { userId, number, ipAddress }: { userId: number; number: string; ipAddress: string },
): Promise<Counted> {
  const counters = [
    { action: 'phone messages of', who: String(userId) },
    { action: 'phone messages to', who: number },
  ]
  return countAttempt(deps, [
    ...limitNetwork({ action: 'phone messages from', ipAddress, most: 30, minutes: HOUR }),
    ...counters.map((counter) => ({ ...counter, most: 5, minutes: HOUR })),
    ...counters.map(({ action, who }) => ({ action: `day's ${action}`, who, most: 10, minutes: DAY })),
  ])
}

/** The wrong codes of a person's phone, until they ask for another one. */
const phoneCodesLimit = (userId: number): Limit => ({
  action: 'phone codes by',
  who: String(userId),
  most: 5,
  minutes: DAY,
  rule: 'That was too many wrong codes. Ask for another code',
})

/** Counts a code from a text message: for the newest one, and over a day. Only failures should count. */
export function countPhoneCodeAttempt(
  deps: Deps,
  { userId, ipAddress }: { userId: number; ipAddress: string },
): Promise<Counted> {
  return countAttempt(deps, [
    ...limitNetwork({ action: 'phone codes from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    phoneCodesLimit(userId),
    { action: "day's phone codes by", who: String(userId), ...codesADayLimit },
  ])
}

/** Lets someone who asked for another code enter it. */
export function clearPhoneCodes(deps: Deps, userId: number): Promise<void> {
  return forgetAttempts(deps, phoneCodesLimit(userId))
}

/** Counts a change of email: for the user, and for the new address, whose owner gets a mail unasked. */
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

/** Counts a Google sign-in. Only failures should count. */
export function countGoogleAttempt(deps: Deps, ipAddress: string): Promise<Counted> {
  const limit = { action: 'google from', ipAddress, most: 30, minutes: QUARTER_HOUR }
  return countAttempt(deps, limitNetwork(limit))
}

/**
 * Counts a second step of a login. The owner's own device has a limit for itself; all other devices share one
 * for the account. Both also have a limit a day, because someone who knows the password could guess six
 * digits in days. Only failures should count.
 */
export function countSecondStepAttempt(
  deps: Deps,
  login: { userId: number; ipAddress: string; device: KnownDevice | null },
): Promise<Counted> {
  const { userId, ipAddress, device } = login
  const counter = device
    ? { action: 'second step of device', who: device.id }
    : { action: 'second step of strangers of', who: String(userId) }
  return countAttempt(deps, [
    ...limitNetwork({ action: 'second step from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    { ...counter, ...loginLimit },
    { ...counter, action: `day's ${counter.action}`, ...codesADayLimit },
  ])
}

/** Counts a login with a passkey alone. Only failures should count. */
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
 * Counts a second step that confirms who is logged in: together with wrong passwords, and also over a day.
 * Sessions that never had a second step are counted together, because someone with the password and a
 * remembered device's cookie can open any number of them.
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
      ? { action: 'second step in', who: id, ...codesADayLimit }
      : { action: 'first second step in sessions of', who: String(userId), ...codesADayLimit },
  ])
}

/**
 * Counts a current password, given to change it or to confirm who is logged in. It counts for the session, so
 * that someone who stole another session can't stop the owner. Only failures should count.
 */
export function countPasswordChangeAttempt(
  deps: Deps,
  sessionId: string,
  ipAddress: string,
): Promise<Counted> {
  return countAttempt(deps, limitProof(sessionId, ipAddress))
}

/** The limits of wrong proofs in a session, which changing the password and confirming who one is share. */
function limitProof(sessionId: string, ipAddress: string): Limit[] {
  return [
    ...limitNetwork({ action: 'password change from', ipAddress, most: 30, minutes: QUARTER_HOUR }),
    { action: 'password change of', who: sessionId, most: 10, minutes: QUARTER_HOUR },
  ]
}
