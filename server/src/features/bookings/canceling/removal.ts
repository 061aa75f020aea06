/** Ends the requests and bookings of a person who may not use the product any more. */
import type { Role } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { cancelCheckout } from '../../payments/index.ts'
import { cancelMeetingsOf } from '../meetings/answering.ts'
import { listMeetingsAhead } from '../meetings/store.ts'
import { endMoveForSide } from '../moving/end.ts'
import { listOpenMoves } from '../moving/store.ts'
import type { ActingStaff } from '../refunds/staff-refunds.ts'
import { autoReject } from '../requests/auto-rejection.ts'
import { lockRequest } from '../store.ts'
import { listUnpaidRequests, listUpcomingRequests } from '../visits/person-queries.ts'
import { type CancellationTotals, cancelUpcomingBookings, lockCaregivers, type Removal } from './cancel.ts'

/**
 * Closes the unpaid requests of a caregiver who was rejected, deactivated or suspended and cancels their
 * bookings ahead with a full refund. The families are notified after the commit.
 * @param staff who did it, for the audit log; absent if the caregiver closes their account
 * @param until the end of a suspension: visits that start later stay; null for a removal
 * @returns what was canceled, and what the families get back
 * @see docs/rules/bookings.md#when-a-person-is-removed
 */
export function removeCaregiverBookings(
  transaction: Transaction,
  deps: Deps,
  caregiverId: number,
  staff?: ActingStaff,
  until: Date | null = null,
): Promise<CancellationTotals> {
  return removeBookings(transaction, deps, caregiverId, {
    cause: until === null ? 'caregiver_removed' : 'caregiver_suspended',
    canceledBy: 'admin',
    // The family lost these visits against its will: nobody canceled on its behalf.
    canceledFor: null,
    ...(staff && { removedBy: staff }),
    side: 'caregiver',
    refund: 'full',
    receiptText:
      until === null ? 'The caregiver is no longer on Tendwell' : 'The caregiver can’t come at this time',
    until,
  })
}

/**
 * Closes the unpaid requests of a deactivated or suspended family and cancels its bookings ahead. The
 * caregivers are notified after the commit.
 * @param choice.refund `policy` is what the family would get back if it canceled itself
 * @param choice.chosenBy the staff member who chose the refund; absent if the family closes its account
 * @param until the end of a suspension: visits that start later stay; null for a removal
 * @returns how many bookings were canceled, and what the family gets back
 * @see docs/rules/bookings.md#when-a-person-is-removed
 */
export function removeFamilyBookings(
  transaction: Transaction,
  deps: Deps,
  familyId: number,
  { refund, chosenBy }: { refund: 'full' | 'policy'; chosenBy?: ActingStaff },
  until: Date | null = null,
): Promise<CancellationTotals> {
  return removeBookings(transaction, deps, familyId, {
    cause: until === null ? 'family_removed' : 'family_suspended',
    canceledBy: 'admin',
    canceledFor: 'caretaker',
    side: 'caretaker',
    refund,
    ...(chosenBy && { chosenBy, removedBy: chosenBy }),
    receiptText: until === null ? 'The account was closed' : 'The account was suspended',
    until,
  })
}

/**
 * Closes the unpaid requests of a person who closes their account. There are no bookings ahead to cancel,
 * because an account with any can't be closed.
 * @see docs/rules/own-data.md#closing-an-account
 */
export async function closeOpenRequests(
  transaction: Transaction,
  deps: Deps,
  { id, role }: { id: number; role: Role },
): Promise<void> {
  if (role === 'caregiver') await removeCaregiverBookings(transaction, deps, id)
  if (role === 'caretaker') await removeFamilyBookings(transaction, deps, id, { refund: 'full' })
}

/** Cancels a person's bookings and meetings ahead, and ends their open proposals to move one and their unpaid requests. */
async function removeBookings(
  transaction: Transaction,
  deps: Deps,
  userId: number,
  removal: Removal,
): Promise<CancellationTotals> {
  const now = deps.clock.now()
  const unpaidRequests = await listUnpaidRequests(transaction, userId)
  const paidRequests = await listUpcomingRequests(transaction, userId, now)
  const meetings = await listMeetingsAhead(transaction, userId, now)
  await lockCaregivers(
    transaction,
    [...unpaidRequests, ...paidRequests, ...meetings].map(({ caregiverId }) => caregiverId),
  )
  // Read again under the locks: a payment may have booked one of the unpaid requests in between.
  const upcomingRequests = await listUpcomingRequests(transaction, userId, now)
  const totals = await cancelUpcomingBookings(transaction, deps, upcomingRequests, removal)
  // Visits after a suspension stay. Their open proposals end, so that none is moved into the suspension.
  const requestIds = upcomingRequests.map(({ id }) => id)
  for (const move of await listOpenMoves(transaction, requestIds)) {
    await endMoveForSide(transaction, deps, move, removal.side)
  }
  const { until } = removal
  await cancelMeetingsOf(
    transaction,
    deps,
    userId,
    null,
    ({ startsAt }) => until === null || startsAt < until,
  )
  for (const { id: requestId } of await listUnpaidRequests(transaction, userId)) {
    await lockRequest(transaction, requestId)
    const cause = removal.side === 'caretaker' ? 'withdrawn' : 'unavailable'
    await autoReject(transaction, deps, requestId, cause)
    await cancelCheckout(transaction, deps, requestId)
  }
  return totals
}
