import {
  CAREGIVER_NAME_MAXIMUM,
  CARETAKER_NAME_MAXIMUM,
  type SIGNUP_ROLES,
  type User,
} from '@tendwell/contract/accounts'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { forbidden, invalidRequest } from '../../../platform/errors.ts'
import type { Identity } from '../../../ports/identity/port.ts'
import { audit } from '../audit-store.ts'
import { insertUsedCredential } from '../mailed-token-store.ts'
import { closeOldWays } from '../passwords/reset.ts'
import { findLinkedUser, findUserByEmail } from '../queries.ts'
import { countGoogle } from '../rate-limits.ts'
import { type Device, openSession } from '../sessions/commands.ts'
import { insertIdentity, insertUser, lockUser, setPassword } from '../store.ts'
import { signAccess } from '../tokens.ts'
import { type UserRow, userOf } from '../user.ts'

type SignupRole = (typeof SIGNUP_ROLES)[number]

export type GoogleSignIn = {
  credential: string
  /** For an address that has no account yet. */
  role: SignupRole
  /** The browser's IANA zone, for a new caregiver's hours. */
  timezone?: string | undefined
}

type Arrival = { identity: Identity; role: SignupRole; timezone: string | null; device: Device }

const failed = () => invalidRequest('Google authentication failed')

/** What a person is called, as far as the role's name may be long; a name that is none gives way to the address. */
function nameOf({ name, email }: Identity, role: SignupRole): string {
  const maximum = role === 'caregiver' ? CAREGIVER_NAME_MAXIMUM : CARETAKER_NAME_MAXIMUM
  const readable = name.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim() || (email.split('@')[0] ?? PRODUCT_NAME)
  // By whole characters, so that none is cut in half.
  let cut = ''
  for (const character of readable) {
    if (cut.length + character.length > maximum) break
    cut += character
  }
  return cut.trim()
}

/** A new account of the role that was sent; null where the address has got one in this very moment. */
async function makeAccount(transaction: Transaction, deps: Deps, arrival: Arrival): Promise<number | null> {
  const { identity, role, timezone } = arrival
  const at = deps.clock.now()
  const { id, isNew } = await insertUser(transaction, {
    email: identity.email,
    fullName: nameOf(identity, role),
    role,
    passwordHash: null,
    emailVerifiedAt: at,
    createdAt: at,
  })
  if (!isNew) return null
  await deps.jobs.publish(transaction, { type: 'account.created', userId: id, role, timezone })
  await deps.jobs.publish(transaction, { type: 'email.verified', userId: id, role })
  await audit(transaction, {
    at,
    actorId: id,
    action: 'signup',
    subject: `user:${id}`,
    after: { by: identity.issuer },
    address: arrival.device.address,
  })
  return id
}

/** The account of the provider's person: the linked one, else the one of the address, else a new one. */
async function findOrMake(transaction: Transaction, deps: Deps, arrival: Arrival) {
  const { identity } = arrival
  const linked = await findLinkedUser(transaction, identity)
  if (linked !== null) return { userId: linked, isLinked: true }
  const known = await findUserByEmail(transaction, identity.email)
  const userId = known?.id ?? (await makeAccount(transaction, deps, arrival))
  if (userId !== null) return { userId, isLinked: false }
  const meanwhile = await findUserByEmail(transaction, identity.email)
  if (!meanwhile) throw new Error('An address was taken and is not')
  return { userId: meanwhile.id, isLinked: false }
}

/**
 * Links the provider's person to the account. One that was never verified may be a squatter's: it becomes the
 * address's owner's, without the password, the links and the sessions that others may hold (trust.md, ASVS 6.8.x).
 */
async function link(transaction: Transaction, deps: Deps, user: UserRow, arrival: Arrival): Promise<void> {
  const { issuer, subject } = arrival.identity
  const at = deps.clock.now()
  const isNew = await insertIdentity(transaction, { issuer, subject, userId: user.id, linkedAt: at })
  if (!isNew) return
  if (!user.emailVerifiedAt) {
    await setPassword(transaction, user.id, { passwordHash: null, verifiedAt: at })
    await closeOldWays(transaction, deps, user)
  }
  await audit(transaction, {
    at,
    actorId: user.id,
    action: 'identity.linked',
    subject: `user:${user.id}`,
    after: { issuer },
    address: arrival.device.address,
  })
}

/** Opens a session for the provider's person, or answers why not; a token is used up in either case. */
async function arrive(transaction: Transaction, deps: Deps, arrival: Arrival) {
  const { identity, device } = arrival
  if (!(await insertUsedCredential(transaction, identity))) return { refusal: failed() }
  const { userId, isLinked } = await findOrMake(transaction, deps, arrival)
  const user = await lockUser(transaction, userId)
  const at = deps.clock.now()
  const entry = { at, subject: `user:${user.id}`, address: device.address }
  if (!user.isActive) {
    const refusal = forbidden('This account has been deactivated')
    await audit(transaction, {
      ...entry,
      actorId: null,
      action: 'login.failed',
      after: { why: refusal.message, by: identity.issuer },
    })
    return { refusal }
  }
  if (!isLinked) await link(transaction, deps, user, arrival)
  const session = await openSession(transaction, deps, user.id, device)
  await audit(transaction, { ...entry, actorId: user.id, action: 'login', after: { by: identity.issuer } })
  return { user, session }
}

/**
 * Signs a person in, or up, by Google's ID token (decisions §2).
 * @throws AppError 400 'Google authentication failed' for a token that is refused or was used before; 403 for a
 * deactivated account; 429; 503 when Google's keys can't be had
 */
export async function signInWithGoogle(
  deps: Deps,
  { credential, role, timezone }: GoogleSignIn,
  device: Device,
): Promise<{ message: string; user: User; access: string; refresh: string }> {
  const counted = await countGoogle(deps, device.address)
  // While Google's keys can't be had, nobody has guessed anything.
  const identity = await deps.google.identify(credential).catch(async (error: unknown) => {
    await counted.giveBack()
    throw error
  })
  if (!identity) throw failed()
  const arrival: Arrival = { identity, role, timezone: timezone ?? null, device }
  const outcome = await withTransaction(deps.database, (transaction) => arrive(transaction, deps, arrival))
  if ('refusal' in outcome) throw outcome.refusal
  await counted.giveBack()
  const { user, session } = outcome
  const access = await signAccess(deps, { userId: user.id, role: user.role, sessionId: session.sessionId })
  return { message: `Welcome, ${user.fullName}`, user: userOf(user), access, refresh: session.refresh }
}
