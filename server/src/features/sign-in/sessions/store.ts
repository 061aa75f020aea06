import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { deleteBatch } from '../../people/index.ts'
import { activeMonths, refreshTokens, sessions } from './tables.ts'

/**
 * @param session.deviceId the browser's id as a known device of this account
 * @param session.browserId the browser's own id, the same for all accounts in it
 * @returns the session's id
 */
export async function insertSession(
  transaction: Transaction,
  session: {
    userId: number
    userAgent: string
    address: string
    country: string | null
    deviceId: string
    browserId: string
    at: Date
    hasSecondStep: boolean
  },
): Promise<string> {
  const { at, hasSecondStep, ...opened } = session
  const secondStepAt = hasSecondStep ? at : null
  const [row] = await transaction
    .insert(sessions)
    .values({ ...opened, createdAt: at, usedAt: at, provenAt: at, secondStepAt })
    .returning({ id: sessions.id })
  if (!row) throw new Error('The session was not inserted')
  return row.id
}

/** Locks the session of a refresh token until the transaction ends; null if the token is unknown. */
export async function lockSessionByRefreshToken(transaction: Transaction, tokenHash: string) {
  const [token] = await transaction
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
  if (!token) return null
  const [session] = await transaction
    .select()
    .from(sessions)
    .where(eq(sessions.id, token.sessionId))
    .for('update')
  return session ?? null
}

export async function markSessionUsed(transaction: Transaction, sessionId: string, at: Date): Promise<void> {
  await transaction.update(sessions).set({ usedAt: at }).where(eq(sessions.id, sessionId))
}

/**
 * Records that the user proved who they are.
 * @param proof.bySecondStep rather than by a password or a Google credential
 * @returns false if the session has ended
 */
export async function markSessionProven(
  transaction: Transaction,
  sessionId: string,
  { at, bySecondStep }: { at: Date; bySecondStep: boolean },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(sessions)
    .set(bySecondStep ? { secondStepAt: at } : { provenAt: at })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return rowCount === 1
}

/** The sessions of one user, narrowed by each further field, or one session of any user. */
export type SessionFilter =
  | { userId: number; exceptSessionId?: string; sessionId?: string; deviceId?: string; isDisowned?: boolean }
  | { userId?: undefined; sessionId: string }

/** Ends the live sessions that match. @returns their ids */
export async function markSessionsEnded(
  transaction: Transaction,
  filter: SessionFilter,
  at: Date,
): Promise<string[]> {
  const matches = and(
    filter.userId === undefined ? undefined : eq(sessions.userId, filter.userId),
    filter.sessionId === undefined ? undefined : eq(sessions.id, filter.sessionId),
    'deviceId' in filter && filter.deviceId !== undefined
      ? eq(sessions.deviceId, filter.deviceId)
      : undefined,
    'isDisowned' in filter && filter.isDisowned !== undefined
      ? eq(sessions.isDisowned, filter.isDisowned)
      : undefined,
    'exceptSessionId' in filter && filter.exceptSessionId !== undefined
      ? ne(sessions.id, filter.exceptSessionId)
      : undefined,
  )
  const ended = await transaction
    .update(sessions)
    .set({ endedAt: at })
    .where(and(matches, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.map((session) => session.id)
}

/**
 * Records that the owner said that a device isn't theirs, so that it is new to the account at its next login.
 * @returns false if all its sessions were disowned before
 */
export async function disownDevice(
  transaction: Transaction,
  { userId, deviceId }: { userId: number; deviceId: string },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(sessions)
    .set({ isDisowned: true })
    .where(and(eq(sessions.userId, userId), eq(sessions.deviceId, deviceId), eq(sessions.isDisowned, false)))
  return rowCount !== 0
}

/**
 * Makes all devices but one new to the account at their next login, which is mailed. Unlike disowned ones
 * they keep their own count of failed logins, and what was added on them is not suspect, because most of them
 * are the owner's.
 * @param exceptDeviceId the caller's device, which is known again; undefined if it never was
 * @see docs/rules/accounts.md#known-devices
 */
export async function forgetKnownDevices(
  transaction: Transaction,
  userId: number,
  exceptDeviceId: string | undefined,
): Promise<void> {
  await transaction
    .update(sessions)
    .set({ isForgotten: exceptDeviceId === undefined ? true : ne(sessions.deviceId, exceptDeviceId) })
    .where(eq(sessions.userId, userId))
}

export async function insertRefreshToken(
  transaction: Transaction,
  token: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await transaction.insert(refreshTokens).values(token)
}

export async function markRefreshTokenUsed(
  transaction: Transaction,
  tokenHash: string,
  at: Date,
): Promise<void> {
  await transaction.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.tokenHash, tokenHash))
}

/** Deletes a batch of refresh tokens that expired before a time. */
export async function deleteExpiredRefreshTokens(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, refreshTokens, refreshTokens.tokenHash, [
    lt(refreshTokens.expiresAt, before),
  ])
}

/**
 * Records that a user was active on a day. Safe to repeat: a day that is recorded already writes nothing.
 * @param day `YYYY-MM-DD` in UTC
 */
export async function insertActiveDay(transaction: Transaction, userId: number, day: string): Promise<void> {
  // The bit of this day of the month.
  const days = 2 ** (Number(day.slice(8)) - 1)
  await transaction
    .insert(activeMonths)
    .values({ month: `${day.slice(0, 7)}-01`, userId, days })
    .onConflictDoUpdate({
      target: [activeMonths.month, activeMonths.userId],
      set: { days: sql`${activeMonths.days} | excluded.days` },
      setWhere: sql`${activeMonths.days} & excluded.days = 0`,
    })
}
