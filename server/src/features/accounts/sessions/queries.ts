import type { DeviceSession } from '@tendwell/contract/accounts'
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Database, type Reader, UNNAMED } from '../../../platform/database.ts'
import type { FindLiveSessions } from '../../../platform/realtime.ts'
import { refreshTokens, sessions, users } from '../tables.ts'
import { describeDevice } from './device.ts'
import { getSessionCutoffs } from './session.ts'

/** Whether a session has neither been ended nor expired. */
function isLive(now: Date) {
  const { used, opened } = getSessionCutoffs(now)
  return and(isNull(sessions.endedAt), gt(sessions.usedAt, used), gt(sessions.createdAt, opened))
}

/** Finds the roles of an active user with a session that has not ended and was opened after `openedAfter`, ISO 8601. */
export function prepareActorQuery(database: Database) {
  return database
    .select({ role: users.role, staffRole: users.staffRole })
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
    )
    .prepare(UNNAMED)
}

export async function findRefreshToken(reader: Reader, tokenHash: string) {
  const [row] = await reader.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash))
  return row ?? null
}

/** Whether a session has not been ended. */
export async function isLiveSession(reader: Reader, sessionId: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row !== undefined
}

/** When the user last proved who they are in a session; null if it has ended. */
export async function findProvenAt(reader: Reader, sessionId: string): Promise<Date | null> {
  const [row] = await reader
    .select({ provenAt: sessions.provenAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row?.provenAt ?? null
}

/** Creates the function by which the hub finds the live ones among its sockets' sessions, in one statement. */
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

/**
 * Lists the caller's live sessions, most recently used first.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export async function listSessions(
  deps: Pick<Deps, 'clock' | 'database'>,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: DeviceSession[] }> {
  const live = and(eq(sessions.userId, actor.id), isLive(deps.clock.now()))
  const [total] = await deps.database.select({ count: count() }).from(sessions).where(live)
  const rows = await deps.database
    .select()
    .from(sessions)
    .where(live)
    .orderBy(desc(sessions.usedAt), sessions.id)
    .limit(page.limit)
    .offset(page.offset)
  const results = rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    address: row.address,
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt.toISOString(),
    is_current: row.id === actor.sessionId,
  }))
  return { count: total?.count ?? 0, results }
}
