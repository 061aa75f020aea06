/** Before the riskiest calls a session alone is not enough. @see docs/rules/accounts.md#confirming-who-you-are */
import type { ReauthenticateBody } from '@tendwell/contract/accounts'
import { type ProofMethod, REAUTHENTICATION_REQUIRED } from '@tendwell/contract/reference'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Reader, withTransaction } from '../../../platform/database.ts'
import { AppError, invalid, invalidRequest, unauthorized } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { countIdentities, findUserIdByIdentity } from '../google/queries.ts'
import { insertUsedCredential } from '../google/store.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { findUser } from '../queries.ts'
import { countPasswordChange } from '../rate-limits.ts'
import { findProvenAt } from './queries.ts'
import { markSessionProven } from './store.ts'

const PROOF_MS = 10 * MINUTE_MS

/**
 * Requires that the caller gave their password or a Google credential in this session within the last 10 minutes.
 * @throws AppError 403 `reauthentication_required`, with the `methods` by which they can
 */
export async function requireRecentProof(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
): Promise<void> {
  const provenAt = await findProvenAt(reader, actor.sessionId)
  if (provenAt && clock.now().getTime() - provenAt.getTime() <= PROOF_MS) return
  const methods: ProofMethod[] = []
  if ((await findUser(reader, actor.id))?.passwordHash) methods.push('password')
  if ((await countIdentities(reader, actor.id)) > 0) methods.push('google')
  throw new AppError(403, REAUTHENTICATION_REQUIRED, "Please confirm it's you, then try again", {
    facts: { methods },
  })
}

/**
 * Records that the caller proved who they are. Wrong passwords count as they do when changing the password.
 * @throws AppError 400 for a wrong password or credential; 401 if the session has ended; 429; 503 if Google's keys are
 * unavailable
 */
export async function reauthenticate(
  deps: Deps,
  actor: Actor,
  { password, credential }: ReauthenticateBody,
  ipAddress: string,
): Promise<void> {
  const counted = await countPasswordChange(deps, actor.sessionId, ipAddress)
  const proof =
    credential === undefined
      ? isPassword(deps, actor.id, password as string)
      : isOwnCredential(deps, actor.id, credential)
  const isProven = await uncountOnFailure(counted, proof)
  if (isProven) await counted.uncount()
  await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    if (isProven && !(await markSessionProven(transaction, actor.sessionId, at))) throw unauthorized()
    const action = isProven ? 'reauthenticated' : 'reauthentication.failed'
    await audit(transaction, {
      at,
      actorId: actor.id,
      action,
      subject: `user:${actor.id}`,
      address: ipAddress,
    })
  })
  if (isProven) return
  throw credential === undefined
    ? invalid({ password: ['Password is incorrect'] })
    : invalidRequest('Google authentication failed')
}

async function isPassword(deps: Deps, userId: number, password: string): Promise<boolean> {
  const user = await findUser(deps.database, userId)
  return verifyPassword(password, user?.passwordHash ?? null)
}

/** Whether a Google ID token, not used before, is of an identity that is linked to the user. It is used up. */
async function isOwnCredential(deps: Deps, userId: number, credential: string): Promise<boolean> {
  const identity = await deps.google.identify(credential)
  if (!identity) return false
  return withTransaction(deps.database, async (transaction) => {
    if (!(await insertUsedCredential(transaction, identity))) return false
    return (await findUserIdByIdentity(transaction, identity)) === userId
  })
}
