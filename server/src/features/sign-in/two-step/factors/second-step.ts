import type { PasskeyAnswer, SecondStep } from '@tendwell/contract/sign-in/two-step'
import type { Deps } from '../../../../deps.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type AppError, invalid, invalidRequest } from '../../../../platform/errors.ts'
import { queueMail } from '../../../notices/index.ts'
import { audit } from '../../../people/index.ts'
import { recoveryCodeUsedMail } from '../notices.ts'
import { findAppStep } from './app-codes.ts'
import { type CheckedPasskey, checkPasskey } from './passkeys.ts'
import { countRecoveryCodes, deleteRecoveryCode } from './recovery-codes.ts'
import { listFactors, markFactorUsed } from './store.ts'

/** A user's second step: one of the three. */
export type SecondStepInput = {
  passkey?: PasskeyAnswer | undefined
  app_code?: string | undefined
  recovery_code?: string | undefined
}

/** Which kind of second step was given. */
export function getMethod({ passkey, app_code: code }: SecondStepInput): SecondStep {
  if (passkey !== undefined) return 'passkey'
  return code === undefined ? 'recovery_code' : 'app'
}

/** The 400 for a wrong second step. */
export function wrongStepError(method: SecondStep): AppError {
  if (method === 'app') {
    return invalid({ app_code: ['That code isn’t right or was already used. Try the next one'] })
  }
  if (method === 'recovery_code') {
    return invalid({ recovery_code: ['That recovery code isn’t right or was already used'] })
  }
  return invalidRequest("We couldn't confirm this passkey. Please try again")
}

/**
 * Uses up a second step. Its user's row must be locked.
 * @returns false if the step is wrong or was used before
 */
export type SpendStep = (transaction: Transaction) => Promise<boolean>

/**
 * Checks what can be checked before the transaction that uses up a second step: the signature of a passkey.
 * This uses up the passkey's challenge, whatever comes of the transaction.
 * @param step.purpose what a passkey's challenge was for
 * @returns the function that checks the rest and uses up the step
 */
export async function prepareStep(
  deps: Deps,
  step: {
    userId: number
    input: SecondStepInput
    purpose: 'second_step' | 'reauthenticate'
    ipAddress: string
  },
): Promise<SpendStep> {
  const { userId, input, purpose, ipAddress } = step
  const { passkey, app_code: code, recovery_code: recoveryCode } = input
  if (passkey !== undefined) {
    const checkedPasskey = await checkPasskey(deps, passkey, { purpose, userId })
    return async (transaction) =>
      checkedPasskey !== null && spendPasskey(transaction, deps, checkedPasskey, ipAddress)
  }
  if (code !== undefined) return (transaction) => spendAppCode(transaction, deps, userId, code)
  return (transaction) =>
    spendRecoveryCode(transaction, deps, { userId, code: recoveryCode ?? '', ipAddress })
}

/**
 * Uses up a passkey's answer.
 * @returns false, and audits it, if the passkey was removed, or its counter didn't go up: then a copy of it
 *   exists
 */
export async function spendPasskey(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { passkey, counter, isSynced }: CheckedPasskey,
  ipAddress: string,
): Promise<boolean> {
  const at = clock.now()
  if (await markFactorUsed(transaction, { id: passkey.id, counter, isSynced, at })) return true
  await audit(transaction, {
    at,
    actorId: null,
    action: 'two-step.passkey-refused',
    subject: `user:${passkey.userId}`,
    before: { counter: passkey.counter },
    after: { counter },
    address: ipAddress,
  })
  return false
}

/** Uses up a code of the user's app. Afterwards the app's codes up to this one are refused. */
async function spendAppCode(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const { app } = await listFactors(transaction, userId)
  const step = app && findAppStep(deps, { userId, secret: app.key }, code)
  if (!app || step === null) return false
  return markFactorUsed(transaction, { id: app.id, counter: step, at: deps.clock.now() })
}

/** Uses up a recovery code, and mails the user how many are left. */
async function spendRecoveryCode(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { userId, code, ipAddress }: { userId: number; code: string; ipAddress: string },
): Promise<boolean> {
  const at = deps.clock.now()
  if (!(await deleteRecoveryCode(transaction, userId, code))) return false
  const codesLeft = await countRecoveryCodes(transaction, userId)
  await queueMail(transaction, deps, recoveryCodeUsedMail, { userId, left: codesLeft })
  await audit(transaction, {
    at,
    actorId: userId,
    action: 'two-step.recovery-code-used',
    subject: `user:${userId}`,
    after: { left: codesLeft },
    address: ipAddress,
  })
  return true
}
