import { and, eq, min, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { sessions } from '../sessions/tables.ts'
import { type DeviceUse, isNewDevice } from './suspects.ts'

/**
 * The devices that have logged in to an account. A device is disowned if all its sessions are: the owner said
 * so, and it hasn't logged in since.
 */
export async function listDevices(reader: Reader, userId: number): Promise<DeviceUse[]> {
  const rows = await reader
    .select({
      deviceId: sessions.deviceId,
      firstAt: min(sessions.createdAt),
      isDisowned: sql<boolean>`bool_and(${sessions.isDisowned})`,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .groupBy(sessions.deviceId)
  return rows.flatMap(({ firstAt, ...device }) => (firstAt ? [{ ...device, firstAt }] : []))
}

/**
 * Whether the device of the caller's session is new to their account.
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export async function isOnNewDevice(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  actor: Pick<Actor, 'id' | 'sessionId'>,
): Promise<boolean> {
  const [session] = await reader
    .select({ deviceId: sessions.deviceId })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)))
  const additionNow = { at: clock.now(), deviceId: session?.deviceId ?? null }
  return isNewDevice(additionNow, await listDevices(reader, actor.id))
}
