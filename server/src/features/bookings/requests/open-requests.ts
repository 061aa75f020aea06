import { type AppError, tooManyRequests } from '../../../platform/errors.ts'

const OPEN_WITH_ONE_CAREGIVER_MAXIMUM = 3
const OPEN_IN_ALL_MAXIMUM = 10

/** A request of a family that is neither paid nor rejected. It expires when its first window begins. */
export type OpenRequest = { caregiverId: number; expiresAt: Date }

/**
 * The error for a family that has too many open requests to send another one to a caregiver: a 429 whose
 * `Retry-After` is the time until the first of them expires. Null if the family can send one.
 * @see docs/rules/bookings.md#open-requests
 */
export function findOpenLimitError(
  openRequests: readonly OpenRequest[],
  caregiverId: number,
  now: Date,
): AppError | null {
  const withCaregiver = openRequests.filter((request) => request.caregiverId === caregiverId)
  const limits = [
    { requests: withCaregiver, maximum: OPEN_WITH_ONE_CAREGIVER_MAXIMUM, suffix: ' with this caregiver' },
    { requests: openRequests, maximum: OPEN_IN_ALL_MAXIMUM, suffix: '' },
  ]
  const reachedLimit = limits.find(({ requests, maximum }) => requests.length >= maximum)
  if (!reachedLimit) return null
  const firstExpiryMs = Math.min(...reachedLimit.requests.map(({ expiresAt }) => expiresAt.getTime()))
  const detail = `You have ${reachedLimit.maximum} open requests${reachedLimit.suffix}. Send another once one of them is paid, rejected, withdrawn or expired`
  return tooManyRequests(detail, (firstExpiryMs - now.getTime()) / 1_000)
}
