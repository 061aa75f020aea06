/**
 * A group: the requests for the same hours that a family sent to several caregivers. The first that is paid is
 * booked, and the others are withdrawn.
 * @see docs/rules/bookings.md#asking-several
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { cancelCheckout, findRequestPayment } from '../../payments/index.ts'
import { findRequest } from '../queries.ts'
import { autoReject } from '../requests/auto-rejection.ts'
import { lockRequest, type RequestRow } from '../store.ts'

/** The job that withdraws the other requests of the group of a request that was booked. */
export const WITHDRAW_GROUP_JOB = 'bookings.withdraw-group'

type GroupedRequest = Pick<RequestRow, 'id' | 'groupId'>

/**
 * Whether another request of the group is booked at some of the request's hours. Locks the group until the
 * transaction ends, so that two of its payments are settled one after the other.
 */
export async function isBookedInGroup(transaction: Transaction, request: GroupedRequest): Promise<boolean> {
  if (request.groupId === null) return false
  await lockRequest(transaction, request.groupId)
  const booked = sql`EXISTS (
    SELECT 1 FROM bookings WHERE bookings.window_id = hours.id AND bookings.canceled_at IS NULL)`
  return (await listOthers(transaction, request, booked)).length > 0
}

/**
 * Withdraws the other open requests of a booked request's group that are for the same hours, and notifies
 * their caregivers. Safe to repeat.
 */
export async function withdrawGroup(deps: Deps, requestId: number): Promise<void> {
  const bookedRequest = await findRequest(deps.database, requestId)
  if (!bookedRequest) return
  const isOpen = sql`other.paid_at IS NULL AND other.status <> 'rejected'`
  for (const { id, caregiverId } of await listOthers(deps.database, bookedRequest, isOpen)) {
    await withTransaction(deps.database, async (transaction) => {
      await lockCaregiver(transaction, caregiverId, 'share')
      await lockRequest(transaction, id)
      const payment = await findRequestPayment(transaction, id)
      // `bookOrRefund` refunds a captured payment and notifies the family.
      if (payment?.status === 'captured') return
      await autoReject(transaction, deps, id, 'withdrawn', { isBookedElsewhere: true })
      await cancelCheckout(transaction, deps, id)
    })
  }
}

/**
 * The other requests of a request's group with hours that overlap its own; by ascending id.
 * @param condition on `other`, the request, and `hours`, its window that overlaps
 */
async function listOthers(
  reader: Reader,
  { id, groupId }: GroupedRequest,
  condition: SQL,
): Promise<{ id: number; caregiverId: number }[]> {
  const { rows } = await reader.execute<{ id: number; caregiver_id: number }>(sql`
    SELECT DISTINCT other.id, other.caregiver_id FROM requests AS other
    JOIN request_windows AS hours ON hours.request_id = other.id
    JOIN request_windows AS own ON own.request_id = ${id}
      AND hours.starts_at < own.ends_at AND own.starts_at < hours.ends_at
    WHERE other.group_id = ${groupId} AND other.id <> ${id} AND ${condition}
    ORDER BY other.id`)
  return rows.map((row) => ({ id: row.id, caregiverId: row.caregiver_id }))
}
