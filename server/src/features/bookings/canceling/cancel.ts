/** Cancels paid bookings that have not begun. @see docs/rules/bookings.md#canceling */

import type { CanceledBy } from '@tendwell/contract/bookings/bookings'
import type { CancelReason } from '@tendwell/contract/cancellation/calls'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { freeTimes, type LockedCaregiver, lockCaregiver } from '../../availability/index.ts'
import { audit } from '../../people/index.ts'
import { endOpenMove } from '../moving/end.ts'
import { scheduleRelease } from '../paying/release.ts'
import type { ActingStaff } from '../refunds/staff-refunds.ts'
import { cancelBooking, lockRequest, type RequestRow } from '../store.ts'
import { refundCanceledVisits } from './canceled-refunds.ts'
import { formatCanceledVisits } from './canceled-visits.ts'
import type { RefundRule } from './plan.ts'
import { type CancellationPlan, planCancellationForRemoval } from './queries.ts'
import { limitSupportRefund } from './support-limit.ts'

/**
 * The reason in the audit log, by the cause, if bookings were canceled because a person was removed or
 * suspended.
 */
const REMOVAL_TEXTS: Partial<Record<EventMap['booking.canceled']['cause'], string>> = {
  caregiver_removed: 'the caregiver was removed',
  caregiver_suspended: 'the caregiver was suspended',
  family_removed: 'the family was removed',
  family_suspended: 'the family was suspended',
}

type CancelDeps = Pick<Deps, 'clock' | 'config' | 'jobs'>

export type Cancellation = {
  /** Why the bookings are canceled; notifications say so. */
  cause: EventMap['booking.canceled']['cause']
  canceledBy: CanceledBy
  /** The side for which Tendwell (`canceledBy` is `admin`) cancels; null if for neither. */
  canceledFor: Side | null
  /** The reason that the side chose from its list. */
  reason: CancelReason | null
  /** Why the money is refunded, on the family's receipt, instead of the text in `RECEIPT_TEXTS`. */
  receiptText?: string
  /**
   * The staff member who removed or suspended one of the two: the audit log gets an entry for each request.
   */
  removedBy?: ActingStaff
}

/**
 * What was canceled: the number of visits, their requests, what families get back (`refundCents`), how much
 * of that waits for a family's bank (`waitingCents`), and what support asked finance or an admin to refund
 * besides (`askedCents`).
 */
export type CancellationTotals = {
  count: number
  requestIds: number[]
  refundCents: number
  waitingCents: number
  askedCents: number
}

/**
 * A cancellation of all that is ahead of a request. `until` limits it to windows that start before; null
 * means no limit.
 */
export type Removal = Omit<Cancellation, 'reason'> & {
  side: Side
  refund: RefundRule
  until: Date | null
  /** The staff member who chose the refund; their limit applies (`limitSupportRefund`). */
  chosenBy?: ActingStaff
}

/**
 * Cancels what is ahead of paid requests, also in a dispute. Locks the caregivers, then the requests.
 * @throws AppError as `limitSupportRefund`
 */
export async function cancelUpcomingBookings(
  transaction: Transaction,
  deps: CancelDeps,
  paidRequests: readonly Pick<RequestRow, 'id' | 'caregiverId'>[],
  { side, refund, until, chosenBy, ...cancellation }: Removal,
): Promise<CancellationTotals> {
  const caregiversById = await lockCaregivers(
    transaction,
    paidRequests.map(({ caregiverId }) => caregiverId),
  )
  const lockedRequests: RequestRow[] = []
  for (const requestId of sortUnique(paidRequests.map(({ id }) => id))) {
    lockedRequests.push((await lockRequest(transaction, requestId)) as RequestRow)
  }
  const plans: CancellationPlan[] = []
  for (const request of lockedRequests) {
    const plan = await planCancellationForRemoval(transaction, deps, request, { side, refund, until })
    if (!plan) continue
    const policyPlan =
      chosenBy &&
      (await planCancellationForRemoval(transaction, deps, request, {
        side,
        refund: 'policy',
        until,
        ignoresReview: true,
      }))
    const allowedPlan = policyPlan
      ? await limitSupportRefund(transaction, deps, chosenBy, { chosenPlan: plan, policyPlan })
      : plan
    plans.push(allowedPlan)
  }
  return cancelBookings(transaction, deps, caregiversById, plans, { ...cancellation, reason: null })
}

/**
 * Cancels bookings as planned: their hours are free again, and the refunds are on their way. What the
 * caregiver keeps is released as if they had worked. While a family's bank decides about the payment, its
 * refund waits. The caller has locked the calendars and the requests.
 * @param caregiversById the locked caregivers, by id
 * @returns what was canceled; its refunds were worked out under the payments' locks, so they can differ from
 *   those of the plans, which were made before
 */
export async function cancelBookings(
  transaction: Transaction,
  deps: CancelDeps,
  caregiversById: ReadonlyMap<number, LockedCaregiver>,
  plans: readonly CancellationPlan[],
  cancellation: Cancellation,
): Promise<CancellationTotals> {
  const { canceledBy, canceledFor, reason, cause, receiptText, removedBy } = cancellation
  for (const { request, windows, judgedAt } of plans) {
    for (const { booking, owedCents } of windows) {
      await cancelBooking(transaction, booking.id, {
        canceledAt: judgedAt,
        canceledBy,
        canceledFor,
        cancelReason: reason,
        owedCents,
      })
    }
    const caregiver = caregiversById.get(request.caregiverId) as LockedCaregiver
    const bookedTimeIds = windows.flatMap(({ booking }) => booking.bookedTimeId ?? [])
    await freeTimes(transaction, deps, caregiver, bookedTimeIds)
    await scheduleRelease(transaction, deps, request)
    const canceledIds = windows.map(({ booking }) => booking.id)
    await endOpenMove(transaction, deps, request.id, canceledIds)
  }
  const totals: CancellationTotals = {
    count: 0,
    requestIds: [],
    refundCents: 0,
    waitingCents: 0,
    askedCents: 0,
  }
  // A loop of its own, because ledger accounts are locked after everything else.
  for (const { request, windows, keptCents, askedCents, windowsLeft } of plans) {
    const dueRefunds = await refundCanceledVisits(transaction, deps, request.id, receiptText)
    const dueCents = windows.reduce(
      (total, { booking }) => total + (dueRefunds.centsByBooking.get(booking.id) ?? 0),
      0,
    )
    const owedCents = windows.reduce((total, window) => total + window.owedCents, 0)
    const waitingCents = dueRefunds.isWaiting ? dueCents : 0
    totals.count += windows.length
    totals.requestIds.push(request.id)
    totals.refundCents += dueCents
    totals.waitingCents += waitingCents
    totals.askedCents += askedCents
    if (removedBy) {
      await audit(transaction, {
        at: deps.clock.now(),
        actorId: removedBy.actor.id,
        action: 'booking.canceled',
        subject: `request:${request.id}`,
        after: {
          visits: formatCanceledVisits({ request, windows }),
          because: REMOVAL_TEXTS[cause],
          refundCents: dueCents,
          ...(askedCents > 0 && { askedCents }),
        },
        address: removedBy.address,
      })
    }
    await deps.jobs.publish(transaction, 'booking.canceled', {
      requestId: request.id,
      bookingIds: windows.map(({ booking }) => booking.id),
      cause,
      canceledFor,
      reason,
      refundCents: dueCents - waitingCents,
      waitingCents,
      takenBackCents: owedCents - dueCents,
      keptCents,
      askedCents,
      left: windowsLeft,
    })
  }
  return totals
}

/**
 * Locks caregivers' calendars for update, by ascending id: nothing of theirs is booked until the transaction
 * ends.
 */
export async function lockCaregivers(
  transaction: Transaction,
  caregiverIds: readonly number[],
): Promise<ReadonlyMap<number, LockedCaregiver>> {
  const caregiversById = new Map<number, LockedCaregiver>()
  for (const caregiverId of sortUnique(caregiverIds)) {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (caregiver) caregiversById.set(caregiverId, caregiver)
  }
  return caregiversById
}

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
