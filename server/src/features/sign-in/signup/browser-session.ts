/**
 * The session of the browser that signed up, which it gets once by its handle, within an hour after the
 * address was verified.
 * @see docs/rules/accounts.md#logged-in-by-verifying
 */
import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { forbidden } from '../../../platform/errors.ts'
import {
  audit,
  findMailedToken,
  findOpenMailedToken,
  hashToken,
  insertMailedToken,
  lockUser,
  renewMailedToken,
  spendMailedToken,
  type UserRow,
} from '../../people/index.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { findLoginRefusal } from '../sessions/commands.ts'
import type { Device } from '../sessions/session.ts'
import { toSessionResponse } from '../sessions/session-response.ts'
import { startSession } from '../sessions/start-session.ts'
import { readSignupHandle } from './handle.ts'

const TTL_MS = HOUR_MS
const purpose = 'signup_session' as const

/**
 * Lets the browser that signed up log in by its handle.
 * @param user the locked row, as it was before the address was verified
 * @param options.afterPassword the address was verified elsewhere, so the password of the sign-up must be
 *   chosen there again first: someone else may have signed up with this address
 */
export async function allowSignupSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  user: Pick<UserRow, 'id' | 'signupId' | 'passwordHash'>,
  { afterPassword }: { afterPassword: boolean },
): Promise<void> {
  if (user.signupId === null) return
  await insertMailedToken(transaction, {
    tokenHash: hashToken(user.signupId),
    userId: user.id,
    purpose,
    expiresAt: new Date(deps.clock.now().getTime() + TTL_MS),
    passwordHash: afterPassword ? user.passwordHash : null,
  })
}

/**
 * Whether the password that someone chooses is that of the sign-up, so that they are the person who signed
 * up.
 * @returns the waiting token's hash, for `renewSignupSession`; null if it is another password
 */
export async function matchSignupPassword(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  { userId, password }: { userId: number; password: string },
): Promise<string | null> {
  const waiting = await findOpenMailedToken(reader, { userId, purpose, now: deps.clock.now() })
  if (!waiting?.passwordHash) return null
  return (await verifyPassword(password, waiting.passwordHash)) ? waiting.tokenHash : null
}

/**
 * Lets the browser that signed up log in, now that the password of the sign-up was chosen again.
 * @param tokenHash as `matchSignupPassword` returned it; choosing the password has ended the token
 */
export async function renewSignupSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  tokenHash: string,
): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + TTL_MS)
  await renewMailedToken(transaction, { tokenHash, expiresAt })
}

/**
 * Opens the session of the browser that signed up. The handle works once.
 * @returns null while the address isn't verified, and for a handle that is used, too old or unknown; which of
 *   them it is would tell a stranger whether the address has an account
 * @throws AppError 403 with two-step sign-in, and for an account that is not active
 */
export function openSignupSession(
  deps: Deps,
  handle: string,
  device: Device,
): Promise<SessionResponse | null> {
  return withTransaction(deps.database, async (transaction) => {
    const signupId = readSignupHandle(deps, handle)
    const tokenHash = hashToken(signupId ?? '')
    const token = await findMailedToken(transaction, tokenHash, purpose)
    if (!token) return null
    const user = await lockUser(transaction, token.userId)
    const at = deps.clock.now()
    if (!(await spendMailedToken(transaction, { tokenHash, at }))) return null
    const refusal = findLoginRefusal(user)
    if (refusal) throw refusal
    if (user.twoStepAt) throw forbidden('Your account has two-step sign-in. Please log in')
    const session = await startSession(transaction, deps, user.id, device)
    await audit(transaction, {
      at,
      actorId: user.id,
      action: 'login',
      subject: `user:${user.id}`,
      after: { by: 'sign-up' },
      address: device.ipAddress,
    })
    return toSessionResponse(deps, user, session)
  })
}
