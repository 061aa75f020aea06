import type { Deps } from '../../deps.ts'
import { type Counted, countAttempt, forgetAttempts, type Limit, networkOf } from '../../platform/throttle.ts'

/*
 * How often what may be tried (trust.md, ASVS 6.3.1): by account, so that nobody's password is guessed from many
 * addresses, and by network address, so that one can't try many accounts. An account's limit is its address's, and
 * holds just the same where there is no such account.
 */
const QUARTER_HOUR = 15
const HOUR = 60

function byNetwork(action: string, address: string, most: number, minutes: number): Limit {
  return { action: `${action} from`, who: networkOf(address), most, minutes }
}

const passwordOf = (email: string) => ({ action: 'login to', who: email })

/** Failed logins; the caller gives a right password back. @throws AppError 429 */
export function countLogin(deps: Deps, email: string, address: string): Promise<Counted> {
  return countAttempt(deps, [
    { ...passwordOf(email), most: 10, minutes: QUARTER_HOUR },
    byNetwork('login', address, 30, QUARTER_HOUR),
  ])
}

/** Whoever has chosen a new password by a mailed link may use it at once. */
export function forgetLogins(deps: Deps, email: string): Promise<void> {
  return forgetAttempts(deps, passwordOf(email))
}

/** Each sign-up writes a letter. @throws AppError 429 */
export function countSignup(deps: Deps, email: string, address: string): Promise<Counted> {
  return countEmailTo(deps, 'signup', email, address)
}

/** Letters that anybody can have sent to anybody. @throws AppError 429 */
export function countEmailTo(
  deps: Deps,
  kind: 'signup' | 'verification' | 'reset',
  email: string,
  address: string,
): Promise<Counted> {
  return countAttempt(deps, [
    { action: `${kind} letter to`, who: email, most: 5, minutes: HOUR },
    byNetwork(`${kind} letter`, address, 30, HOUR),
  ])
}

/** Uses of reset links; each good one costs a hash. @throws AppError 429 */
export function countResetConfirm(deps: Deps, address: string): Promise<Counted> {
  return countAttempt(deps, [byNetwork('reset', address, 20, HOUR)])
}

/** Refused Google sign-ins; the caller gives a good one back. @throws AppError 429 */
export function countGoogle(deps: Deps, address: string): Promise<Counted> {
  return countAttempt(deps, [byNetwork('google', address, 30, QUARTER_HOUR)])
}

/** Wrong current passwords; the caller gives a right one back. @throws AppError 429 */
export function countPasswordChange(deps: Deps, userId: number, address: string): Promise<Counted> {
  return countAttempt(deps, [
    { action: 'password change of', who: String(userId), most: 10, minutes: QUARTER_HOUR },
    byNetwork('password change', address, 30, QUARTER_HOUR),
  ])
}
