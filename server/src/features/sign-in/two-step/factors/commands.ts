/** How people add, name and remove their factors. @see docs/rules/two-step.md#factors */

import { PASSKEYS_MAXIMUM, type PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import type { Deps } from '../../../../deps.ts'
import { type Reader, withTransaction } from '../../../../platform/database/database.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/access.ts'
import { findUser, lockUser } from '../../../people/index.ts'
import { requireRecentProof } from '../../sessions/reauthentication.ts'
import { deleteRememberedDevices, endTicketsAndRememberedDevices } from '../tokens.ts'
import { encryptAppSecret, findAppStep, makeAppSecret } from './app-codes.ts'
import { deleteAppSetup, findAppSetup, saveAppSetup } from './app-setups.ts'
import {
  afterFactorAdded,
  afterFactorRemoved,
  auditFactors,
  changeFactors,
  type FactorActor,
  mailChange,
} from './changes.ts'
import { checkNewPasskey, makeRegistrationOptions } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { deleteFactor, type FactorChoice, insertFactor, listFactors, renameFactor } from './store.ts'

/**
 * Options for the browser to make a passkey.
 * @throws AppError 403 without a recent proof; 409 if they have ten passkeys
 */
export async function startPasskey(deps: Deps, actor: Actor) {
  await requireRecentProof(deps.database, deps, actor)
  const user = await findUser(deps.database, actor.id)
  if (!user) throw notFound()
  await requireRoomForPasskey(deps.database, user.id)
  return makeRegistrationOptions(deps, user)
}

/**
 * Adds a passkey.
 * @returns the recovery codes if it is the first factor
 * @throws AppError 400 for an answer that is refused; 403 without a recent proof; 409 if they have ten
 *   passkeys, or if someone has this one
 */
export async function addPasskey(
  deps: Deps,
  by: FactorActor,
  { name, passkey: answer }: { name: string; passkey: PasskeyAnswer },
): Promise<string[] | null> {
  await requireRecentProof(deps.database, deps, by.actor)
  const passkey = await checkNewPasskey(deps, by.actor.id, answer)
  if (!passkey) throw invalidRequest("We couldn't add this passkey. Please try again")
  return changeFactors(deps, by, async (change) => {
    const { transaction, user, at, deviceId } = change
    await requireRoomForPasskey(transaction, user.id)
    const factor = { method: 'passkey' as const, name }
    const row = { ...passkey, ...factor, userId: user.id, createdAt: at, deviceId }
    if (!(await insertFactor(transaction, row))) throw conflict('This passkey is already in use')
    return afterFactorAdded(change, factor)
  })
}

/** @throws AppError 409 if they have ten passkeys */
async function requireRoomForPasskey(reader: Reader, userId: number): Promise<void> {
  if ((await listFactors(reader, userId)).passkeys.length < PASSKEYS_MAXIMUM) return
  throw conflict(`You already have ${PASSKEYS_MAXIMUM} passkeys. Remove one before you add another`)
}

/**
 * Makes the secret of a new authenticator app. It counts once a code confirms it, within the hour.
 * @throws AppError 403 without a recent proof; 409 if they have an app already
 */
export function setUpApp(deps: Deps, by: FactorActor): Promise<{ secret: string; uri: string }> {
  return changeFactors(deps, by, async ({ transaction, user, at }) => {
    await requireNoApp(transaction, user.id)
    const newSecret = makeAppSecret(user.email)
    const secret = encryptAppSecret(deps, user.id, newSecret.secret)
    await saveAppSetup(transaction, { userId: user.id, secret, at })
    return newSecret
  })
}

/**
 * Confirms a new authenticator app by one of its codes.
 * @returns the recovery codes if it is the first factor
 * @throws AppError 400 for a wrong code; 403 without a recent proof; 409 if they have an app already, or none
 *   that waits
 */
export function addApp(
  deps: Deps,
  by: FactorActor,
  { name, app_code: code }: { name: string; app_code: string },
): Promise<string[] | null> {
  return changeFactors(deps, by, async (change) => {
    const { transaction, user, at, deviceId } = change
    const { id: userId } = user
    await requireNoApp(transaction, userId)
    const encryptedSecret = await findAppSetup(transaction, userId, at)
    if (encryptedSecret === null) throw conflict('Please start again and scan the new code with your app')
    const counter = findAppStep(deps, { userId, secret: encryptedSecret }, code)
    if (counter === null) {
      throw invalid({ app_code: ['That code isn’t right. Enter the one your app shows now'] })
    }
    await deleteAppSetup(transaction, userId)
    const factor = { method: 'app' as const, name }
    await insertFactor(transaction, {
      ...factor,
      userId,
      key: encryptedSecret,
      counter,
      createdAt: at,
      deviceId,
    })
    return afterFactorAdded(change, factor)
  })
}

/** @throws AppError 409 if they have an app already */
async function requireNoApp(reader: Reader, userId: number): Promise<void> {
  if (!(await listFactors(reader, userId)).app) return
  throw conflict('You have an authenticator app already. Remove it before you add another')
}

/** Renames a factor of the caller's. @throws AppError 403 without a recent proof; 404 if it is not theirs */
export function changeFactorName(
  deps: Deps,
  by: FactorActor,
  factor: FactorChoice & { name: string },
): Promise<void> {
  return changeFactors(deps, by, async (change) => {
    if (!(await renameFactor(change.transaction, change.user.id, factor))) throw notFound()
    const { method, name } = factor
    await auditFactors(change, 'two-step.factor-renamed', { method, name })
  })
}

/**
 * Removes a factor of the caller's.
 * @throws AppError 403 without a recent proof; 404 if it is not theirs; 409 if staff who need two-step
 *   sign-in remove their last factor
 */
export function removeFactor(deps: Deps, by: FactorActor, factor: FactorChoice): Promise<void> {
  return changeFactors(deps, by, async (change) => {
    const name = await deleteFactor(change.transaction, change.user.id, factor)
    if (name === null) throw notFound()
    await afterFactorRemoved(change, { method: factor.method, name })
  })
}

/**
 * Makes ten new recovery codes, which end the earlier ones, tickets and remembered devices.
 * @throws AppError 403 without a recent proof; 404 while two-step sign-in is off
 */
export function renewRecoveryCodes(deps: Deps, by: FactorActor): Promise<string[]> {
  return changeFactors(deps, by, async (change) => {
    const { transaction, user } = change
    if (!user.twoStepAt) throw notFound('Turn on two-step sign-in first')
    await endTicketsAndRememberedDevices(transaction, user.id)
    await mailChange(change, { kind: 'new-codes' })
    await auditFactors(change, 'two-step.recovery-codes-replaced')
    return replaceRecoveryCodes(transaction, user.id)
  })
}

/** Forgets all remembered devices, so every browser needs the second step again. */
export function forgetRememberedDevices(deps: Deps, by: FactorActor): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, by.actor.id)
    await deleteRememberedDevices(transaction, user.id)
    const at = deps.clock.now()
    await auditFactors({ transaction, user, by, at }, 'two-step.devices-forgotten')
  })
}
