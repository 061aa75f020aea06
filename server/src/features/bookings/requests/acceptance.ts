/**
 * The caregiver accepts or rejects a submitted request.
 * @see docs/rules/bookings.md#accepting-and-rejecting
 */
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { RejectReason } from '@tendwell/contract/bookings/reject-reasons'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, notFound, outdated } from '../../../platform/errors.ts'
import { type LockedCaregiver, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { canTransition, TRANSITIONS } from '../lifecycle.ts'
import { ALREADY_ANSWERED, describeRejection, HOURS_TAKEN } from '../messages.ts'
import { findRequest, getRequest } from '../queries.ts'
import { type RequestRow, transitionRequest } from '../store.ts'
import { rejectIfTaken } from './auto-rejection.ts'
import { holdHours } from './holding.ts'

type AcceptanceDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>

const OWN_HOURS_CLOSED =
  'These hours are closed in your calendar. Reopen them to accept, or reject the request'

/**
 * Accepts a request for its caregiver. Accepting reserves nothing: the first family to pay gets the hours, unless
 * they are held for a while.
 * @throws AppError 404 for another caregiver's request, 403 for a caregiver who is not listed, 409 for a
 *   request that is already answered, if one of the two has blocked the other, and for hours that have begun,
 *   are closed, taken or held for another family; taken hours also auto-reject the request
 */
export async function acceptRequest(
  deps: AcceptanceDeps,
  caregiverId: number,
  requestId: number,
): Promise<BookingRequest> {
  const acceptedRequest = await withTransaction(deps.database, async (transaction) => {
    const lock = deps.config.holdHours > 0 ? 'update' : 'share'
    const { request, caregiver } = await loadOwnRequest(transaction, caregiverId, requestId, lock)
    requireAcceptable(request, caregiver)
    if (!(await lockPairUnlessBlocked(transaction, request.familyId, caregiverId))) throw outdated('request')
    const unavailability = await rejectIfTaken(transaction, deps, request, caregiver)
    if (unavailability === 'closed') throw conflict(OWN_HOURS_CLOSED)
    // Returns instead of throwing, so that the auto-rejection is committed.
    if (unavailability === 'taken') return null
    const heldUntil = await holdHours(transaction, deps, request, caregiver)
    return answerRequest(transaction, deps, request, 'accept', heldUntil ? { heldUntil } : {})
  })
  if (!acceptedRequest) throw conflict(HOURS_TAKEN)
  return acceptedRequest
}

/**
 * Rejects a request for its caregiver.
 * @param reason as its family reads it; absent if the caregiver gives none
 * @throws AppError 404 for another caregiver's request, 409 for a request that is already answered
 */
export function rejectRequest(
  deps: AcceptanceDeps,
  caregiverId: number,
  requestId: number,
  reason?: RejectReason,
): Promise<BookingRequest> {
  return withTransaction(deps.database, async (transaction) => {
    const { request } = await loadOwnRequest(transaction, caregiverId, requestId, 'share')
    const rejection = { rejectionCause: 'caregiver', ...(reason && { rejectReason: reason }) } as const
    return answerRequest(transaction, deps, request, 'reject', rejection)
  })
}

/**
 * Reads a request to its caregiver, and locks the caregiver.
 * @throws AppError 404 for another caregiver's request
 */
async function loadOwnRequest(
  transaction: Transaction,
  caregiverId: number,
  requestId: number,
  lock: 'update' | 'share',
): Promise<{ request: RequestRow; caregiver: LockedCaregiver | null }> {
  const request = await findRequest(transaction, requestId)
  if (request?.caregiverId !== caregiverId) throw notFound()
  return { request, caregiver: await lockCaregiver(transaction, caregiverId, lock) }
}

/**
 * Requires that the request still waits for its caregiver, and that the caregiver is listed.
 * @throws AppError 409 for a request that was answered or closed, 403 for a caregiver who is not listed
 */
function requireAcceptable(
  request: RequestRow,
  caregiver: LockedCaregiver | null,
): asserts caregiver is LockedCaregiver {
  const { rejectionCause } = request
  if (rejectionCause && rejectionCause !== 'caregiver') throw conflict(describeRejection(rejectionCause))
  if (!canTransition(request, 'accept')) throw conflict(ALREADY_ANSWERED)
  if (caregiver?.isListed) return
  if (caregiver?.verificationStatus !== 'verified')
    throw forbidden('Your profile is pending admin verification')
  throw forbidden(
    caregiver.hasExpiredDocument
      ? 'One of your documents has expired. Upload a new one to accept requests'
      : 'Your profile is not complete. Complete it to accept requests',
  )
}

/** Stores the answer and notifies the family. @throws AppError 409 if the request is already answered */
async function answerRequest(
  transaction: Transaction,
  deps: AcceptanceDeps,
  { id: requestId, caregiverId }: RequestRow,
  transition: 'accept' | 'reject',
  answer: { heldUntil?: Date; rejectionCause?: 'caregiver'; rejectReason?: RejectReason },
): Promise<BookingRequest> {
  const change = { ...answer, answeredAt: deps.clock.now() }
  const isAnswered = await transitionRequest(transaction, requestId, transition, change)
  if (!isAnswered) throw conflict(ALREADY_ANSWERED)
  const { to: status } = TRANSITIONS[transition]
  await deps.jobs.publish(transaction, 'request.answered', { requestId, status })
  return getRequest(deps, transaction, caregiverId, requestId)
}
