import type { Zone } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { users } from '../people/index.ts'
import { caregiverProfiles } from './tables.ts'

/** The SQL zone in which a person reads times: a caregiver's is that of their calendar. Null without one. */
export const readerZone = sql<Zone | null>`coalesce(${caregiverProfiles.timezone}, ${users.timezone})`

/**
 * The zone in which a person reads times.
 * @returns null for a family whose browser has sent none yet
 * @see docs/rules/chat-and-notifications.md#emails
 */
export async function findReaderZone(reader: Reader, userId: number): Promise<Zone | null> {
  const [row] = await reader
    .select({ zone: readerZone })
    .from(users)
    .leftJoin(caregiverProfiles, eq(caregiverProfiles.userId, users.id))
    .where(eq(users.id, userId))
  return row?.zone ?? null
}
