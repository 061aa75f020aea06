import type { DeviceSession } from '@tendwell/contract/sign-in/accounts'
import { and, count, desc, eq, gt, isNotNull, isNull, max, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { prepareOnce, type Reader } from '../../../platform/database/database.ts'
import type { FindLiveSessions } from '../../../platform/realtime/hub.ts'
import { users } from '../../people/index.ts'
import { nameCountry } from '../devices/country.ts'
import { describeDevice } from '../devices/device.ts'
import type { KnownDevice } from '../devices/known-devices.ts'
import { type Device, getSessionCutoffs } from './session.ts'
import { refreshTokens, sessions } from './tables.ts'

/** Matches sessions that have neither been ended nor expired. */
function isLive(now: Date) {
  const { usedAfter, openedAfter } = getSessionCutoffs(now)
  return and(isNull(sessions.endedAt), gt(sessions.usedAt, usedAfter), gt(sessions.createdAt, openedAfter))
}

/**
 * The query for the roles of an active user whose session has not ended and was opened after `openedAfter`
 * (ISO 8601).
 */
export const actorQuery = prepareOnce('actor', (reader) =>
  reader
    .select({ role: users.role, staffRole: users.staffRole, twoStepAt: users.twoStepAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(users.id, sql.placeholder('userId')),
        isNull(sessions.endedAt),
        sql`${sessions.createdAt} > ${sql.placeholder('openedAfter')}::timestamptz`,
        users.isActive,
      ),
    ),
)

export async function findRefreshToken(reader: Reader, tokenHash: string) {
  const [row] = await reader.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash))
  return row ?? null
}

/** Whether a session has not been ended, whatever its age. */
export async function isSessionOpen(reader: Reader, sessionId: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row !== undefined
}

/** How many sessions a user has had so far, and the known countries that these were opened in. */
export async function summarizeSessions(
  reader: Reader,
  userId: number,
): Promise<{ count: number; countries: string[] }> {
  const [row] = await reader
    .select({
      count: count(),
      countries: sql<string[]>`coalesce(array_agg(DISTINCT ${sessions.country})
        FILTER (WHERE ${sessions.country} IS NOT NULL), '{}')`,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
  return row ?? { count: 0, countries: [] }
}

/** Whether the account had no session in this browser before. */
export async function isNewBrowser(reader: Reader, userId: number, browserId: string): Promise<boolean> {
  const isOfBrowser = and(eq(sessions.userId, userId), eq(sessions.browserId, browserId))
  return (await reader.$count(sessions, isOfBrowser)) === 0
}

/** The browsers in which a person logged in. `isDisowned` marks those that they said aren't theirs. */
export async function listBrowsers(
  reader: Reader,
  userId: number,
): Promise<{ id: string; isDisowned: boolean }[]> {
  return reader
    .select({ id: sessions.browserId, isDisowned: sql<boolean>`bool_and(${sessions.isDisowned})` })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .groupBy(sessions.browserId)
}

/** @returns a session, even one that has ended; null for an unknown id */
export async function findSession(reader: Reader, sessionId: string) {
  const [row] = await reader.select().from(sessions).where(eq(sessions.id, sessionId))
  return row ?? null
}

/**
 * The browser as a known device of the account; null if it is new to the account, or if the owner disowned it
 * after its last login. `isForgotten` is whether its next login is nevertheless mailed as that of a new
 * device.
 * @see docs/rules/accounts.md#known-devices
 */
export async function findKnownDevice(
  reader: Reader,
  userId: number,
  device: Pick<Device, 'knownDevices'>,
): Promise<(KnownDevice & { isForgotten: boolean }) | null> {
  const knownDevice = device.knownDevices.get(userId)
  if (!knownDevice) return null
  // A session opened after the owner disowned or forgot the device is neither, so the device counts again.
  const [row] = await reader
    .select({
      isDisowned: sql<boolean | null>`bool_and(${sessions.isDisowned})`,
      isForgotten: sql<boolean | null>`bool_and(${sessions.isForgotten})`,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.deviceId, knownDevice.id)))
  return row?.isDisowned ? null : { ...knownDevice, isForgotten: row?.isForgotten ?? false }
}

/**
 * The browser as the owner's own device: a known device on which they gave a second step and which they
 * didn't disown after that; else null. A password alone makes no own device, so someone who knows it can't
 * use up the owner's tries.
 * @see docs/rules/two-step.md#login
 */
export async function findOwnDevice(
  reader: Reader,
  userId: number,
  device: Pick<Device, 'knownDevices'>,
): Promise<KnownDevice | null> {
  const knownDevice = device.knownDevices.get(userId)
  if (!knownDevice) return null
  // A session opened after the owner disowned or forgot the device is neither, so the device counts again.
  const [row] = await reader
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.deviceId, knownDevice.id),
        eq(sessions.isDisowned, false),
        isNotNull(sessions.secondStepAt),
      ),
    )
    .limit(1)
  return row ? knownDevice : null
}

/**
 * When the user last proved who they are in a session: with two-step sign-in by a second step, else by a
 * password or a Google credential. `at` is null if they never did, or if the session has ended.
 */
export async function findProof(
  reader: Reader,
  sessionId: string,
): Promise<{ at: Date | null; hasTwoStep: boolean }> {
  const [row] = await reader
    .select({
      provenAt: sessions.provenAt,
      secondStepAt: sessions.secondStepAt,
      twoStepAt: users.twoStepAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  if (!row) return { at: null, hasTwoStep: false }
  const hasTwoStep = row.twoStepAt !== null
  return { at: hasTwoStep ? row.secondStepAt : row.provenAt, hasTwoStep }
}

/**
 * Creates the function by which the hub finds which of its sockets' sessions are live, in one statement.
 */
export function createFindLiveSessions(deps: Pick<Deps, 'clock' | 'database'>): FindLiveSessions {
  return async (sessionIds) => {
    const rows = await deps.database
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          sql`${sessions.id} = ANY(${sql.param(sessionIds)}::uuid[])`,
          isLive(deps.clock.now()),
          users.isActive,
        ),
      )
    return rows.map(({ id }) => id)
  }
}

/** When a person last used the product; null if they never did. */
export async function findLastSeen(reader: Reader, userId: number): Promise<Date | null> {
  const [row] = await reader
    .select({ at: max(sessions.usedAt) })
    .from(sessions)
    .where(eq(sessions.userId, userId))
  return row?.at ?? null
}

/**
 * Lists a user's live sessions, most recently used first.
 * @param actor.sessionId the caller's own session, if it may be among them
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export async function listSessions(
  deps: Pick<Deps, 'clock' | 'database'>,
  actor: { id: number; sessionId: string | null },
  page: { limit: number; offset: number },
): Promise<{ count: number; results: DeviceSession[] }> {
  const isLiveOfUser = and(eq(sessions.userId, actor.id), isLive(deps.clock.now()))
  const [total] = await deps.database.select({ count: count() }).from(sessions).where(isLiveOfUser)
  const rows = await deps.database
    .select()
    .from(sessions)
    .where(isLiveOfUser)
    .orderBy(desc(sessions.usedAt), sessions.id)
    .limit(page.limit)
    .offset(page.offset)
  const results = rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    address: row.address,
    country: row.country && nameCountry(row.country),
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt.toISOString(),
    is_current: row.id === actor.sessionId,
  }))
  return { count: total?.count ?? 0, results }
}
