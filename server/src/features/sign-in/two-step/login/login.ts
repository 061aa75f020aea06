/** The second step of a login, and a login by a passkey alone. @see docs/rules/two-step.md#login */
import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { PasskeyAnswer } from '@tendwell/contract/sign-in/two-step'
import type { Deps } from '../../../../deps.ts'
import { type Reader, withTransaction } from '../../../../platform/database/database.ts'
import { unauthorized } from '../../../../platform/errors.ts'
import { uncountOnFailure } from '../../../../platform/limits/attempts.ts'
import { audit, lockUser, saveTimezone } from '../../../people/index.ts'
import { countPasskeyLoginAttempt, countPasskeyOptionsAttempt, countSecondStepAttempt } from '../../limits.ts'
import { findLoginRefusal } from '../../sessions/commands.ts'
import { findOwnDevice } from '../../sessions/queries.ts'
import type { Device } from '../../sessions/session.ts'
import { toSessionResponse } from '../../sessions/session-response.ts'
import { startSession } from '../../sessions/start-session.ts'
import { checkPasskey, makeAuthenticationOptions } from '../factors/passkeys.ts'
import {
  getMethod,
  prepareStep,
  type SecondStepInput,
  spendPasskey,
  wrongStepError,
} from '../factors/second-step.ts'
import { countFailure, findToken, spendToken } from '../tokens.ts'
import { insertRememberedDevice } from './remembered-devices.ts'

const passkeyRefused = () =>
  unauthorized("We couldn't confirm this passkey. Please try again, or use your password")

/**
 * Options for the browser to use a passkey.
 * @param ticket of a login that waits for its second step; without one the passkey alone logs in
 * @throws AppError 401 for a ticket that has ended; 429 after too many attempts
 */
export async function startPasskeyLogin(deps: Deps, ticket: string | undefined, ipAddress: string) {
  await countPasskeyOptionsAttempt(deps, ipAddress)
  if (ticket === undefined) return makeAuthenticationOptions(deps, { purpose: 'passkey_login', userId: null })
  const { userId } = await requireTicket(deps.database, toTicketUse(ticket, deps.clock.now()))
  return makeAuthenticationOptions(deps, { purpose: 'second_step', userId })
}

/** A second step of a login, as the browser sends it. */
export type SecondStepLogin = SecondStepInput & { ticket: string; remember_device: boolean }

/**
 * Opens a session by the second step of a login. The ticket is used up.
 * @returns also the token for the cookie of a remembered device, if the browser is to be one
 * @throws AppError 400 for a wrong step; 401 for a ticket that is unknown, used, ended or expired, or had
 *   five wrong tries; 403 for a deactivated account; 429 after too many attempts
 */
export async function finishLogin(
  deps: Deps,
  { ticket, remember_device: isToBeRemembered, ...input }: SecondStepLogin,
  device: Device,
): Promise<{ session: SessionResponse; rememberedToken: string | null }> {
  const { ipAddress } = device
  const { userId } = await requireTicket(deps.database, toTicketUse(ticket, deps.clock.now()))
  const ownDevice = await findOwnDevice(deps.database, userId, device)
  const attempt = await countSecondStepAttempt(deps, { userId, ipAddress, device: ownDevice })
  const method = getMethod(input)
  const step = { userId, input, purpose: 'second_step' as const, ipAddress }
  const spendStep = await uncountOnFailure(attempt, prepareStep(deps, step))

  const outcome = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const at = deps.clock.now()
    // Checked again under the lock: the ticket may have been used, or ended, at the same time.
    const use = toTicketUse(ticket, at)
    const { firstStep, timezone } = await requireTicket(transaction, use)
    const entry = { at, subject: `user:${userId}`, address: ipAddress }
    const refusal = findLoginRefusal(user)
    if (refusal) return { refusal }
    if (!(await spendStep(transaction))) {
      await countFailure(transaction, use)
      const after = { method }
      await audit(transaction, { ...entry, actorId: null, action: 'login.second-step-failed', after })
      return { refusal: wrongStepError(method) }
    }
    await spendToken(transaction, use)
    await saveTimezone(transaction, userId, timezone ?? undefined)
    const session = await startSession(transaction, deps, userId, device, { hasSecondStep: true })
    const rememberedToken = isToBeRemembered ? await insertRememberedDevice(transaction, deps, userId) : null
    const after = { by: firstStep, secondStep: method }
    await audit(transaction, { ...entry, actorId: userId, action: 'login', after })
    return { user, session, rememberedToken }
  })
  if ('refusal' in outcome) throw outcome.refusal
  await attempt.uncount()
  const { user, session, rememberedToken } = outcome
  return { session: await toSessionResponse(deps, user, session), rememberedToken }
}

const toTicketUse = (token: string, now: Date) => ({ token, purpose: 'login_ticket' as const, now })

/** @throws AppError 401 for a ticket that is unknown, used, ended or expired, or had five wrong tries */
async function requireTicket(reader: Reader, use: ReturnType<typeof toTicketUse>) {
  const ticket = await findToken(reader, use)
  if (!ticket?.userId) throw unauthorized('Please log in again')
  return { ...ticket, userId: ticket.userId }
}

/**
 * Opens a session by a passkey alone: something the person has, unlocked by something they know or are.
 * @throws AppError 400 for an unverified account; 401 for a passkey that is unknown or refused; 403 for a
 *   deactivated account; 429 after too many attempts
 */
export async function logInWithPasskey(
  deps: Deps,
  { passkey: answer, timezone }: { passkey: PasskeyAnswer; timezone?: string | undefined },
  device: Device,
): Promise<SessionResponse> {
  const { ipAddress } = device
  const attempt = await countPasskeyLoginAttempt(deps, ipAddress)
  const use = { purpose: 'passkey_login' as const, userId: null }
  const checkedPasskey = await uncountOnFailure(attempt, checkPasskey(deps, answer, use))

  const outcome = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const subject = `user:${checkedPasskey?.passkey.userId ?? 'unknown'}`
    const entry = { at, subject, address: ipAddress }
    const refuse = async (refusal: Error) => {
      const after = { why: refusal.message, by: 'passkey' }
      await audit(transaction, { ...entry, actorId: null, action: 'login.failed', after })
      return { refusal }
    }
    if (!checkedPasskey) return refuse(passkeyRefused())
    const user = await lockUser(transaction, checkedPasskey.passkey.userId)
    if (!(await spendPasskey(transaction, deps, checkedPasskey, ipAddress))) return refuse(passkeyRefused())
    const refusal = findLoginRefusal(user)
    if (refusal) return refuse(refusal)
    await saveTimezone(transaction, user.id, timezone)
    const session = await startSession(transaction, deps, user.id, device, { hasSecondStep: true })
    const after = { by: 'passkey' }
    await audit(transaction, { ...entry, actorId: user.id, action: 'login', after })
    return { user, session }
  })
  if ('refusal' in outcome) throw outcome.refusal
  await attempt.uncount()
  return toSessionResponse(deps, outcome.user, outcome.session)
}
