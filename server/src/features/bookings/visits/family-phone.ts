import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { familyProfiles } from '../../profiles/index.ts'
import { selectRequests } from '../queries.ts'
import { requests } from '../tables.ts'
import { listFamilyAccess } from './visit-queries.ts'

/**
 * The phone number of a request's family, if its caregiver may see it now.
 * @returns null also if the family has given none
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function findFamilyPhone(reader: Reader, requestId: number, now: Date): Promise<string | null> {
  const [row] = await selectRequests(reader).where(eq(requests.id, requestId))
  if (!row) return null
  const [access] = await listFamilyAccess(reader, [row], now)
  if (access !== 'contact') return null
  const [profile] = await reader
    .select({ phone: familyProfiles.phoneNumber })
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, row.request.familyId))
  return profile?.phone || null
}
