/** What we ask passkeys and how their answers are checked. @see docs/rules/two-step.md#passkeys */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../../deps.ts'
import { isUnavailable, withTransaction } from '../../../../platform/database/database.ts'
import type { UserRow } from '../../../people/index.ts'
import { insertToken, spendToken, type TokenPurpose } from '../tokens.ts'
import { getRelyingParty } from './relying-party.ts'
import { findPasskey, listFactors, type PasskeyRow } from './store.ts'

const CHALLENGE_MS = 5 * MINUTE_MS
/** The transports that are stored; a browser may send any text as one. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

type PasskeyDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'publicUrl'>

/**
 * What a challenge is for, and the user whose passkey must sign it. `userId` is null for `passkey_login`,
 * where the passkey itself says whose it is.
 */
export type ChallengeUse = {
  purpose: Exclude<TokenPurpose, 'login_ticket' | 'remembered_device'>
  userId: number | null
}

/** The id by which an authenticator knows the user of a passkey. */
const toUserHandle = (userId: number) => new TextEncoder().encode(String(userId))

/** Options for the browser to make a passkey. */
export async function makeRegistrationOptions(deps: PasskeyDeps, user: UserRow) {
  const { passkeys } = await listFactors(deps.database, user.id)
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: getRelyingParty(deps).id,
    userName: user.email,
    userDisplayName: user.fullName,
    userID: toUserHandle(user.id),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(toCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(deps, options.challenge, { purpose: 'new_passkey', userId: user.id })
  return { options: { ...options } }
}

/** Options for the browser to use a passkey of the user's, or without a user any that it has for us. */
export async function makeAuthenticationOptions(deps: PasskeyDeps, use: ChallengeUse) {
  const passkeys = use.userId === null ? [] : (await listFactors(deps.database, use.userId)).passkeys
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(deps).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(toCredential),
  })
  await saveChallenge(deps, options.challenge, use)
  return { options: { ...options } }
}

const toCredential = ({ credentialId: id, transports }: PasskeyRow) => ({ id, transports })

async function saveChallenge(deps: PasskeyDeps, token: string, use: ChallengeUse): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_MS)
  await withTransaction(deps.database, (transaction) =>
    insertToken(transaction, { token, expiresAt, ...use }),
  )
}

/** A new passkey, as its authenticator described it. */
type NewPasskey = Pick<PasskeyRow, 'credentialId' | 'key' | 'counter' | 'transports' | 'isSynced'>

/** Checks a new passkey. Its challenge is used up. @returns null if it is refused */
export async function checkNewPasskey(
  deps: PasskeyDeps,
  userId: number,
  answer: PasskeyAnswer,
): Promise<NewPasskey | null> {
  const expectedAnswer = await spendChallenge(deps, answer, { purpose: 'new_passkey', userId })
  if (!expectedAnswer) return null
  const response = answer as unknown as RegistrationResponseJSON
  const verification = await nullIfRefused(deps, () =>
    verifyRegistrationResponse({ ...expectedAnswer, response }),
  )
  if (!verification?.verified) return null
  const { credential, credentialBackedUp: isSynced } = verification.registrationInfo
  return {
    credentialId: credential.id,
    key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: TRANSPORTS.filter((transport) => credential.transports?.includes(transport)),
    isSynced,
  }
}

/** A passkey's right answer, whose counter is still to be checked under the user's lock. */
export type CheckedPasskey = { passkey: PasskeyRow; counter: number; isSynced: boolean }

/** Checks a passkey's answer. Its challenge is used up. @returns null if it is refused */
export async function checkPasskey(
  deps: PasskeyDeps,
  answer: PasskeyAnswer,
  use: ChallengeUse,
): Promise<CheckedPasskey | null> {
  const expectedAnswer = await spendChallenge(deps, answer, use)
  if (!expectedAnswer) return null
  const passkey = await findPasskey(deps.database, answer.id)
  if (!passkey || (use.userId !== null && passkey.userId !== use.userId)) return null
  // An authenticator may say whose passkey it used; then it must be this user.
  const { userHandle } = answer.response
  const ownHandle = Buffer.from(toUserHandle(passkey.userId)).toString('base64url')
  if (userHandle != null && userHandle !== ownHandle) return null
  const verification = await nullIfRefused(deps, () =>
    verifyAuthenticationResponse({
      ...expectedAnswer,
      response: answer as unknown as AuthenticationResponseJSON,
      credential: {
        id: passkey.credentialId,
        publicKey: Buffer.from(passkey.key, 'base64url'),
        // The stored counter is compared when it is replaced, so that two answers can't pass at once.
        counter: 0,
      },
    }),
  )
  if (!verification?.verified) return null
  const { newCounter: counter, credentialBackedUp: isSynced } = verification.authenticationInfo
  return { passkey, counter, isSynced }
}

/**
 * Uses up the challenge that an answer is for, before anything else about the answer is checked.
 * @returns what the library has to check in the answer; null if we gave no such challenge for this use
 */
function spendChallenge(deps: PasskeyDeps, answer: PasskeyAnswer, use: ChallengeUse) {
  return nullIfRefused(deps, async () => {
    const { challenge: expectedChallenge } = decodeClientDataJSON(answer.response.clientDataJSON)
    const isSpent = await withTransaction(deps.database, (transaction) =>
      spendToken(transaction, { token: expectedChallenge, ...use, now: deps.clock.now() }),
    )
    if (!isSpent) return null
    const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(deps)
    return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  })
}

/** Returns null where the library throws, as it does for every answer that it refuses. */
async function nullIfRefused<Result>(
  deps: Pick<Deps, 'log'>,
  verify: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await verify()
  } catch (error) {
    if (isUnavailable(error)) throw error
    deps.log.info({ err: error }, 'a passkey was refused')
    return null
  }
}
