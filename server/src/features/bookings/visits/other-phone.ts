import type { Side } from '@tendwell/contract/sign-in/accounts'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { selectRequests } from '../queries.ts'
import { requests } from '../tables.ts'
import { withVisitDetails } from './visit-queries.ts'

/**
 * The phone number and the id of the other side of a request, if this side may see the number now.
 * @returns null also if there is none
 * @see docs/rules/bookings.md#reaching-each-other
 */
export async function findOtherPhone(
  reader: Reader,
  { requestId, side }: { requestId: number; side: Side },
  now: Date,
): Promise<{ phone: string; personId: number } | null> {
  const rows = await selectRequests(reader).where(eq(requests.id, requestId))
  const [viewed] = await withVisitDetails(reader, rows, side, now)
  if (!viewed?.phoneNumber) return null
  const { caregiverId, familyId } = viewed.request
  return { phone: viewed.phoneNumber, personId: side === 'caregiver' ? familyId : caregiverId }
}
