/** When a family's hours came to nothing, so that it is offered other caregivers. */
import {
  type CanceledBy,
  OFFER_OTHERS_AFTER_MS,
  type RejectionCause,
  type RequestStatus,
} from './bookings.ts'

/**
 * Whether an unpaid request needs another caregiver: it was rejected and not withdrawn, or has been without
 * an answer for a day. Only its hours that are still ahead count.
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function needsOthers(
  request: { status: RequestStatus; cause: RejectionCause | null; submittedMs: number },
  nowMs: number,
): boolean {
  const { status, cause, submittedMs } = request
  if (status === 'submitted') return nowMs - submittedMs >= OFFER_OTHERS_AFTER_MS
  return status === 'rejected' && cause !== 'withdrawn'
}

/** Whether the family lost a visit: the caregiver canceled it, or Tendwell did, but not for the family. */
export function isLostVisit(visit: {
  canceledBy: CanceledBy | null
  canceledFor: Exclude<CanceledBy, 'admin'> | null
}): boolean {
  const { canceledBy, canceledFor } = visit
  return canceledBy === 'caregiver' || (canceledBy === 'admin' && canceledFor !== 'caretaker')
}
