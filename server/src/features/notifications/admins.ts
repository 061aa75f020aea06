import { and, eq } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'

/** The ids of all admins whose accounts are open. */
export async function activeAdmins(reader: Reader): Promise<number[]> {
  const admins = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), users.isActive))
  return admins.map(({ id }) => id)
}
