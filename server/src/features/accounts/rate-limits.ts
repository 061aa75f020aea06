/**
 * How many attempts an account and a network address have. An account is counted by its email address, so that the limit
 * is the same whether or not the account exists. The network is counted first, so that a network over its limit can't use
 * up the attempts of other people's accounts. Each function throws AppError 429 when a limit is reached.
 * @see docs/rules/accounts.md#throttling
 */
import type { Deps } from '../../deps.ts'
import { type Counted, countAttempt, forgetAttempts, type Limit, toNetwork } from '../../platform/throttle.ts'

const QUARTER_HOUR = 15
const HOUR = 60

function limitNetwork(action: string, ipAddress: string, most: number, minutes: number): Limit {
  return { action: `${action} from`, who: toNetwork(ipAddress), most, minutes }
}

const loginLimit = (email: string): Limit => ({
  action: 'login to',
  who: email,
  most: 10,
  minutes: QUARTER_HOUR,
})

/** Counts a login. If the password is right, call `uncount()` on the result. */
export function countLogin(deps: Deps, email: string, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, [limitNetwork('login', ipAddress, 30, QUARTER_HOUR), loginLimit(email)])
}

/** Lets an address log in again after a password reset. */
export function clearFailedLogins(deps: Deps, email: string): Promise<void> {
  return forgetAttempts(deps, loginLimit(email))
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
    limitNetwork(`${kind} email`, ipAddress, 30, HOUR),
    { action: `${kind} email to`, who: email, most: 5, minutes: HOUR },
  ])
}

/** Counts a use of a reset link, because each valid one costs a hash. */
export function countResetConfirmation(deps: Deps, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, [limitNetwork('reset', ipAddress, 20, HOUR)])
}

/** Counts a Google sign-in. If it succeeds, call `uncount()` on the result. */
export function countGoogleSignIn(deps: Deps, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, [limitNetwork('google', ipAddress, 30, QUARTER_HOUR)])
}

/** Counts a password change. If the current password is right, call `uncount()` on the result. */
export function countPasswordChange(deps: Deps, userId: number, ipAddress: string): Promise<Counted> {
  return countAttempt(deps, [
    limitNetwork('password change', ipAddress, 30, QUARTER_HOUR),
    { action: 'password change of', who: String(userId), most: 10, minutes: QUARTER_HOUR },
  ])
}
