/** How people add, name and remove their factors. @see docs/rules/two-step.md#factors */

import { PASSKEYS_MAXIMUM, type PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../../deps.ts'
import { type Transaction, withTransaction } from '../../../../platform/database/database.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/access.ts'
import { findUser, lockUser } from '../../../people/index.ts'
import { requireRecentProof } from '../../sessions/reauthentication.ts'
import { deleteRememberedDevices } from '../login/remembered-devices.ts'
import { endShortcuts } from '../login/tickets.ts'
import { countPasskeys } from '../queries.ts'
import { encryptAppSecret, findAppStep, makeAppSecret } from './app-codes.ts'
import { confirmApp, deleteApp, findApp, renameApp, startApp } from './app-store.ts'
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
import { deletePasskey, insertPasskey, renamePasskey } from './store.ts'

const APP_SETUP_MS = HOUR_MS

const tooManyPasskeys = () =>
  conflict(`You already have ${PASSKEYS_MAXIMUM} passkeys. Remove one before you add another`)
const hasApp = () => conflict('You have an authenticator app already. Remove it before you add another')

/**
 * Options for the browser to make a passkey.
 * @throws AppError 403 without a recent proof; 409 with ten passkeys
 */
export async function startPasskey(deps: Deps, actor: Actor) {
  await requireRecentProof(deps.database, deps, actor)
  const user = await findUser(deps.database, actor.id)
  if (!user) throw notFound()
  if ((await countPasskeys(deps.database, user.id)) >= PASSKEYS_MAXIMUM) throw tooManyPasskeys()
  return makeRegistrationOptions(deps, user)
}

/**
 * Adds a passkey.
 * @returns the recovery codes if it is the first factor
 * @throws AppError 400 for an answer that is refused; 403 without a recent proof; 409 with ten passkeys, or
 *   if someone has this one
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
    if ((await countPasskeys(transaction, user.id)) >= PASSKEYS_MAXIMUM) throw tooManyPasskeys()
    const row = { ...passkey, userId: user.id, name, createdAt: at, deviceId }
    if (!(await insertPasskey(transaction, row))) throw conflict('This passkey is already in use')
    return afterFactorAdded(change, {
      factor: { method: 'passkey', name },
      email: { kind: 'passkey-added', name },
    })
  })
}

/** @throws AppError 403 without a recent proof; 404 if it is not theirs */
export function changePasskeyName(
  deps: Deps,
  by: FactorActor,
  { id, name }: { id: number; name: string },
): Promise<void> {
  return rename(deps, by, { method: 'passkey', name }, (transaction) =>
    renamePasskey(transaction, { id, userId: by.actor.id, name }),
  )
}

/**
 * @throws AppError 403 without a recent proof; 404 if it is not theirs; 409 if staff remove their last factor
 */
export function removePasskey(deps: Deps, by: FactorActor, id: number): Promise<void> {
  return changeFactors(deps, by, async (change) => {
    const name = await deletePasskey(change.transaction, { id, userId: change.user.id })
    if (name === null) throw notFound()
    const factor = { method: 'passkey', name }
    await afterFactorRemoved(change, { factor, email: { kind: 'passkey-removed', name } })
  })
}

/**
 * Makes the secret of a new authenticator app. It counts once a code confirms it, within the hour.
 * @throws AppError 403 without a recent proof; 409 with an app
 */
export function setUpApp(deps: Deps, by: FactorActor): Promise<{ secret: string; uri: string }> {
  return changeFactors(deps, by, async ({ transaction, user, at }) => {
    if ((await findApp(transaction, user.id))?.confirmedAt) throw hasApp()
    const made = makeAppSecret(user.email)
    const secret = encryptAppSecret(deps, user.id, made.secret)
    await startApp(transaction, { userId: user.id, secret, createdAt: at })
    return made
  })
}

/**
 * Confirms a new authenticator app by one of its codes.
 * @returns the recovery codes if it is the first factor
 * @throws AppError 400 for a wrong code; 403 without a recent proof; 409 with an app, or without one that
 *   waits
 */
export function addApp(
  deps: Deps,
  by: FactorActor,
  { name, app_code: code }: { name: string; app_code: string },
): Promise<string[] | null> {
  return changeFactors(deps, by, async (change) => {
    const { transaction, user, at, deviceId } = change
    const app = await findApp(transaction, user.id)
    if (app?.confirmedAt) throw hasApp()
    if (!app || at.getTime() - app.createdAt.getTime() > APP_SETUP_MS) {
      throw conflict('Please start again and scan the new code with your app')
    }
    const step = findAppStep(deps, app, code)
    if (step === null) {
      throw invalid({ app_code: ['That code isn’t right. Enter the one your app shows now'] })
    }
    await confirmApp(transaction, { userId: user.id, name, step, at, deviceId })
    return afterFactorAdded(change, { factor: { method: 'app', name }, email: { kind: 'app-added' } })
  })
}

/** @throws AppError 403 without a recent proof; 404 without an app */
export function changeAppName(deps: Deps, by: FactorActor, name: string): Promise<void> {
  return rename(deps, by, { method: 'app', name }, (transaction) => renameApp(transaction, by.actor.id, name))
}

/** @throws AppError 403 without a recent proof; 404 without an app; 409 if staff remove their last factor */
export function removeApp(deps: Deps, by: FactorActor): Promise<void> {
  return changeFactors(deps, by, async (change) => {
    const name = await deleteApp(change.transaction, change.user.id)
    if (name === null) throw notFound()
    await afterFactorRemoved(change, { factor: { method: 'app', name }, email: { kind: 'app-removed' } })
  })
}

/**
 * Makes ten new recovery codes, which end the earlier ones, tickets and remembered devices.
 * @throws AppError 403 without a recent proof; 404 while off
 */
export function renewRecoveryCodes(deps: Deps, by: FactorActor): Promise<string[]> {
  return changeFactors(deps, by, async (change) => {
    const { transaction, user } = change
    if (!user.twoStepAt) throw notFound('Turn on two-step sign-in first')
    await endShortcuts(transaction, user.id)
    await mailChange(change, { kind: 'new-codes' })
    await auditFactors(change, 'two-step.recovery-codes-replaced')
    return replaceRecoveryCodes(transaction, user.id)
  })
}

/** Forgets all remembered devices, so every browser needs the second step again. */
export function forgetDevices(deps: Deps, by: FactorActor): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, by.actor.id)
    await deleteRememberedDevices(transaction, user.id)
    const at = deps.clock.now()
    await auditFactors({ transaction, user, by, at }, 'two-step.devices-forgotten')
  })
}

function rename(
  deps: Deps,
  by: FactorActor,
  factor: { method: 'passkey' | 'app'; name: string },
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  return changeFactors(deps, by, async (change) => {
    if (!(await work(change.transaction))) throw notFound()
    await auditFactors(change, 'two-step.factor-renamed', factor)
  })
}
