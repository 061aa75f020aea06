/** The ages of the children of a moved booking. @see docs/rules/bookings.md#moving */
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { listChildren } from '../../profiles/index.ts'
import { listBookedWindows } from '../queries.ts'
import { lockRequest } from '../store.ts'
import { requests } from '../tables.ts'

/**
 * Gives the children of a booking the ages that they have on the day of its first visit, which was moved. A child
 * is found by name; one who isn't in the family's profile any more, or has no birth month there, stays as it is.
 */
export async function updateAges(transaction: Transaction, requestId: number): Promise<void> {
  const request = await lockRequest(transaction, requestId)
  if (!request || request.visit.children.length === 0) return
  const { familyId, visit } = request
  const windows = await listBookedWindows(transaction, requestId)
  const firstWindow = windows.find(({ booking }) => !booking.canceledAt)?.window
  if (!firstWindow) return
  const family = await listChildren(transaction, familyId, firstWindow.dateLocal)
  const children = visit.children.map((child) => {
    const known = family.find(({ name, birth_month }) => name === child.name && birth_month !== null)
    return known ? { ...child, age: known.age, age_months: known.age_months } : child
  })
  await transaction
    .update(requests)
    .set({ visit: { ...visit, children } })
    .where(eq(requests.id, requestId))
}
