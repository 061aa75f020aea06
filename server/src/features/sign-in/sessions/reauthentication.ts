/**
 * A recent proof of who the caller is, because a session alone is not enough for the riskiest calls.
 * @see docs/rules/accounts.md#confirming-who-you-are
 */

import { type ProofMethod, REAUTHENTICATION_REQUIRED } from '@tendwell/contract/reference'
import type { ReauthenticateBody } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { AppError, invalid, invalidRequest, unauthorized } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import { audit, findUser, lockUser } from '../../people/index.ts'
import { countIdentities, findUserIdByIdentity } from '../google/queries.ts'
import { insertUsedCredential } from '../google/store.ts'
import { countPasswordChangeAttempt, countSecondStepProofAttempt } from '../limits.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { getMethod, prepareStep, type SpendStep, wrongStepError } from '../two-step/factors/second-step.ts'
import { listMethods } from '../two-step/queries.ts'
import { findProof } from './queries.ts'
import { markSessionProven } from './store.ts'

const PROOF_MS = 10 * MINUTE_MS

/**
 * Requires that the caller proved who they are in this session within the last 10 minutes: by their password
 * or a Google credential, and with two-step sign-in by a second step instead.
 * @throws AppError 403 `reauthentication_required`, with the `methods` by which they can prove it
 */
export async function requireRecentProof(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
): Promise<void> {
  const { at, hasTwoStep } = await findProof(reader, actor.sessionId)
  if (at && clock.now().getTime() - at.getTime() <= PROOF_MS) return
  throw await proofRequiredError(reader, actor, hasTwoStep)
}

/** The 403 that asks for a proof, with the methods by which the caller can give one. */
async function proofRequiredError(reader: Reader, actor: Actor, hasTwoStep: boolean): Promise<AppError> {
  const methods = await (hasTwoStep ? listMethods(reader, actor.id) : listFirstSteps(reader, actor.id))
  return new AppError(403, REAUTHENTICATION_REQUIRED, "Please confirm it's you, then try again", {
    facts: { methods },
  })
}

/** The methods of a user without two-step sign-in. */
async function listFirstSteps(reader: Reader, userId: number): Promise<ProofMethod[]> {
  const methods: ProofMethod[] = []
  if ((await findUser(reader, userId))?.passwordHash) methods.push('password')
  if ((await countIdentities(reader, userId)) > 0) methods.push('google')
  return methods
}

/**
 * Records that the caller proved who they are. Wrong passwords count as they do when changing the password.
 * @throws AppError 400 for a wrong password, credential or second step; 401 if the session has ended; 403 as
 * `requireRecentProof` for a proof that doesn't count; 429; 503 if Google's keys are unavailable
 */
export async function reauthenticate(
  deps: Deps,
  actor: Actor,
  input: ReauthenticateBody,
  ipAddress: string,
): Promise<void> {
  const bySecondStep = input.password === undefined && input.credential === undefined
  const { at: earlierAt, hasTwoStep } = await findProof(deps.database, actor.sessionId)
  if (bySecondStep !== hasTwoStep) throw await proofRequiredError(deps.database, actor, hasTwoStep)
  const session = { id: actor.sessionId, userId: actor.id, hadSecondStep: earlierAt !== null }
  const attempt = await (bySecondStep
    ? countSecondStepProofAttempt(deps, session, ipAddress)
    : countPasswordChangeAttempt(deps, session.id, ipAddress))
  const spendProof = await uncountOnFailure(attempt, prepareProof(deps, actor.id, input, ipAddress))
  const isProven = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    await lockUser(transaction, actor.id)
    const isRight = await spendProof(transaction)
    if (isRight && !(await markSessionProven(transaction, actor.sessionId, { at, bySecondStep }))) {
      throw unauthorized()
    }
    const action = isRight ? 'reauthenticated' : 'reauthentication.failed'
    const subject = `user:${actor.id}`
    await audit(transaction, { at, actorId: actor.id, action, subject, address: ipAddress })
    return isRight
  })
  if (!isProven) throw wrongProofError(input)
  await attempt.uncount()
}

/**
 * Checks a proof, as far as that is possible before the transaction that uses it up.
 * @returns the function that checks the rest in that transaction
 */
async function prepareProof(
  deps: Deps,
  userId: number,
  input: ReauthenticateBody,
  ipAddress: string,
): Promise<SpendStep> {
  const { password, credential } = input
  if (password === undefined && credential === undefined) {
    return prepareStep(deps, { userId, input, purpose: 'reauthenticate', ipAddress })
  }
  const isRight = await (credential === undefined
    ? isOwnPassword(deps, userId, password as string)
    : isOwnCredential(deps, userId, credential))
  return async () => isRight
}

/** The 400 for a wrong proof, by its kind. */
function wrongProofError(input: ReauthenticateBody): AppError {
  if (input.password !== undefined) return invalid({ password: ['Password is incorrect'] })
  if (input.credential !== undefined) return invalidRequest('Google authentication failed')
  return wrongStepError(getMethod(input))
}

async function isOwnPassword(deps: Deps, userId: number, password: string): Promise<boolean> {
  const user = await findUser(deps.database, userId)
  return verifyPassword(password, user?.passwordHash ?? null)
}

/**
 * Uses up a Google ID token. @returns whether it was unused, and is of an identity that is linked to the user
 */
async function isOwnCredential(deps: Deps, userId: number, credential: string): Promise<boolean> {
  const identity = await deps.google.identify(credential)
  if (!identity) return false
  return withTransaction(deps.database, async (transaction) => {
    if (!(await insertUsedCredential(transaction, identity))) return false
    return (await findUserIdByIdentity(transaction, identity)) === userId
  })
}
