import type { BookingRequest, RejectionCause } from '@tendwell/contract/bookings/bookings'
import { needsOthers } from '@tendwell/contract/bookings/lost-hours'
import { describeRejectReason, REJECT_REASON_TEXTS } from '@tendwell/contract/bookings/reject-reasons'
import { now } from '../../../lib/format/clock.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { fromEpochMs, toEpochMs } from '../../../lib/format/instants.ts'
import type { Status } from '../../../shared/statuses/status-map.ts'

/**
 * Whether it can't be accepted or paid any more because its first hours have started. The server closes it
 * soon.
 */
export function isTooLate({ is_paid, status, windows }: BookingRequest, nowMs = now()): boolean {
  if (is_paid || status === 'rejected') return false
  return windows.some(({ start_utc }) => toEpochMs(start_utc) <= nowMs)
}

const rejectionStatuses: Record<RejectionCause, Status> = {
  caregiver: 'declined',
  conflict: 'times_taken',
  unavailable: 'closed',
  expired: 'expired',
  withdrawn: 'withdrawn',
}

/** The status that this side sees: why a request was rejected, that the family has to pay, or that it is paid. */
export function getRequestStatus(request: BookingRequest, viewer: 'caregiver' | 'caretaker'): Status {
  if (request.is_canceled) return 'canceled'
  if (request.is_paid) return 'paid'
  if (isTooLate(request)) return 'expired'
  // The caregiver pressed Reject; the family reads a milder word.
  if (request.rejection_cause === 'caregiver' && viewer === 'caregiver') return 'rejected'
  if (request.rejection_cause) return rejectionStatuses[request.rejection_cause]
  return viewer === 'caretaker' && request.status === 'accepted' ? 'payment_due' : request.status
}

/**
 * Whether its family is offered other caregivers, because it came to nothing and has hours ahead.
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function offersOthers({
  status,
  rejection_cause: cause,
  submitted_at,
  windows,
}: BookingRequest): boolean {
  const isAhead = windows.some(({ start_utc }) => toEpochMs(start_utc) > now())
  return isAhead && needsOthers({ status, cause, submittedMs: toEpochMs(submitted_at) }, now())
}

/** Whether one of the requests before it in a list offers others for the same hours, who are the same. */
export function isOfferedAbove(request: BookingRequest, requests: readonly BookingRequest[]): boolean {
  const toHours = ({ windows }: BookingRequest) =>
    windows.map(({ start_utc, end_utc }) => [start_utc, end_utc])
  const hours = String(toHours(request))
  const above = requests.slice(0, requests.indexOf(request))
  return above.some((other) => offersOthers(other) && String(toHours(other)) === hours)
}

/** When an unpaid request ends: at its first start. */
function describeEnd({ windows }: BookingRequest): string {
  const first = Math.min(...windows.map(({ start_utc }) => toEpochMs(start_utc)))
  return formatInstant(fromEpochMs(first))
}

/** Until when its hours are held; null if they aren't, or not any more. */
function describeHeldUntil({ held_until: until }: BookingRequest): string | null {
  return until !== null && toEpochMs(until) > now() ? formatInstant(until) : null
}

/** That a request is booked, and how much of it was canceled. */
function paidNote({ windows }: BookingRequest): string {
  const canceled = windows.filter(({ is_canceled: isCanceled }) => isCanceled).length
  if (canceled === 0) return 'Paid and booked.'
  return `Paid and booked. ${canceled} of ${windows.length} visits ${canceled === 1 ? 'was' : 'were'} canceled.`
}

/**
 * What paying one request means for those to other caregivers for the same hours; empty if there are none open.
 * @see docs/rules/bookings.md#asking-several
 */
export function groupNote({ group }: BookingRequest): string {
  const others = group?.open_others ?? 0
  if (others === 0) return ''
  return `You asked ${others + 1} caregivers for these times: pay one, and ${others === 1 ? 'the other is' : 'the others are'} withdrawn.`
}

/** What the status means for the family, and what they can do. */
export function familyNote(request: BookingRequest): string {
  const { caregiver_name: name, rejection_cause: cause, status, payment_id: paymentId } = request
  const refund = paymentId === null ? '' : ' Any payment will be refunded in full.'
  if (request.is_canceled) return 'Paid, then canceled. See your bookings for the refund.'
  if (request.is_paid) return paidNote(request)
  if (isTooLate(request) || cause === 'expired') {
    return `Expired: the start time passed before payment.${refund} Please choose other times.`
  }
  const others = groupNote(request) && ` ${groupNote(request)}`
  if (status === 'submitted') {
    return `Waiting for ${name} to respond. They can answer until ${describeEnd(request)}.${others}`
  }
  if (status === 'accepted') {
    const heldUntil = describeHeldUntil(request)
    if (heldUntil) {
      return `${name} holds these hours for you until ${heldUntil}. After that, the first family to pay gets them. You can pay until ${describeEnd(request)}.${others}`
    }
    return `${name} accepted. These times aren’t yours until you pay: the first family to pay gets them. You can pay until ${describeEnd(request)}.${others}`
  }
  if (cause === 'conflict') {
    return `Closed: another family booked these times first.${refund} Other times may still be available.`
  }
  if (cause === 'unavailable') {
    return `Closed: ${name} is no longer available at these times.${refund}`
  }
  if (cause === 'withdrawn') {
    const booked = request.group?.booked_name
    return `Withdrawn.${booked ? ` You booked ${booked} for these times.` : ''}${refund || ' You weren’t charged.'}`
  }
  const { reject_reason: reason } = request
  const why = reason ? describeRejectReason(name, reason) : `${name} couldn’t take this request.`
  return `${why} You weren’t charged.`
}

/** What the status means for the caregiver. */
export function caregiverNote(request: BookingRequest): string {
  const { caretaker_name: name, rejection_cause: cause, status } = request
  if (request.is_canceled) return 'Paid, then canceled.'
  if (request.is_paid) return paidNote(request)
  if (isTooLate(request) || cause === 'expired')
    return 'Expired: the start time passed before the family paid.'
  if (status === 'submitted') {
    return `Answer by ${describeEnd(request)}. If you accept, the family can pay. The booking is theirs once they have paid.`
  }
  if (status === 'accepted') {
    const heldUntil = describeHeldUntil(request)
    const hold = heldUntil
      ? `You hold these hours for them until ${heldUntil}.`
      : 'Until they pay, another family can still book these hours.'
    return `Waiting for ${name} to pay. They can pay until ${describeEnd(request)}. ${hold}`
  }
  if (cause === 'conflict') return 'Closed: another family booked these times.'
  if (cause === 'unavailable') return 'Closed: these times could no longer be booked with you.'
  if (cause === 'withdrawn') return 'Withdrawn. You don’t need to do anything.'
  // Also after the caregiver's own block.
  const { reject_reason: reason } = request
  const why = reason && ` The reason you gave: ${REJECT_REASON_TEXTS[reason].label}.`
  return `You rejected this request.${why ?? ''}`
}
