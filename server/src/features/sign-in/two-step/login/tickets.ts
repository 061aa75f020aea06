/** A ticket proves that the first step of a login is done. @see docs/rules/two-step.md#login */

import { SECOND_STEP_REQUIRED } from '@tendwell/contract/reference'
import type { SecondStep } from '@tendwell/contract/sign-in/two-step'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Deps } from '../../../../deps.ts'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { randomToken } from '../../../../platform/secrets.ts'
import { audit, deleteBatch, hashToken, type UserRow } from '../../../people/index.ts'
import type { Device } from '../../sessions/session.ts'
import { listMethods } from '../queries.ts'
import { loginTickets } from '../tables.ts'
import { deleteRememberedDevices, isRemembered } from './remembered-devices.ts'

const TICKET_MS = 10 * MINUTE_MS
const WRONG_TRIES = 5

export type TicketRow = typeof loginTickets.$inferSelect

/** The first step, which someone completed before we ask for the second. */
export type FirstStep = {
  /** `password`, or the issuer of an identity. */
  by: string
  timezone: string | null
  device: Device
}

/**
 * Asks for the second step after the first, unless two-step sign-in is off or the browser is remembered.
 * @param user the locked row
 * @returns the 403 to answer once the transaction has committed; null if no second step is needed
 */
export async function askSecondStep(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  user: UserRow,
  { by, timezone, device }: FirstStep,
): Promise<AppError | null> {
  if (!user.twoStepAt || (await isRemembered(transaction, deps, user.id, device.remembered))) return null
  const at = deps.clock.now()
  const ticket = randomToken()
  await transaction.insert(loginTickets).values({
    tokenHash: hashToken(ticket),
    userId: user.id,
    firstStep: by,
    timezone,
    expiresAt: new Date(at.getTime() + TICKET_MS),
  })
  await audit(transaction, {
    at,
    actorId: null,
    action: 'login.second-step-asked',
    subject: `user:${user.id}`,
    after: { by },
    address: device.ipAddress,
  })
  const methods: SecondStep[] = await listMethods(transaction, user.id)
  const facts = { ticket, methods }
  return new AppError(403, SECOND_STEP_REQUIRED, 'One more step to log in', { facts })
}

/** @returns null for a ticket that is unknown, used, ended or expired, or had too many wrong tries */
export async function findTicket(reader: Reader, now: Date, ticket: string): Promise<TicketRow | null> {
  const [row] = await reader.select().from(loginTickets).where(isValid(now, ticket))
  return row ?? null
}

/** Uses up a ticket. @param ticket valid, and its user's row is locked */
export async function takeTicket(transaction: Transaction, ticket: string): Promise<void> {
  await transaction.delete(loginTickets).where(eq(loginTickets.tokenHash, hashToken(ticket)))
}

/** Counts a wrong try. @param ticket valid, and its user's row is locked */
export async function countWrongTry(transaction: Transaction, now: Date, ticket: string): Promise<void> {
  await transaction
    .update(loginTickets)
    .set({ failures: sql`${loginTickets.failures} + 1` })
    .where(isValid(now, ticket))
}

function isValid(now: Date, ticket: string) {
  return and(
    eq(loginTickets.tokenHash, hashToken(ticket)),
    gt(loginTickets.expiresAt, now),
    lt(loginTickets.failures, WRONG_TRIES),
  )
}

/**
 * Ends what skips a step: the user's open tickets and remembered devices.
 * @param userId the user's row is locked
 */
export async function endShortcuts(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(loginTickets).where(eq(loginTickets.userId, userId))
  await deleteRememberedDevices(transaction, userId)
}

/** Deletes a batch of tickets that expired before this time. */
export async function deleteExpiredTickets(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, loginTickets, loginTickets.tokenHash, [lt(loginTickets.expiresAt, before)])
}
