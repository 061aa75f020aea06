import { type AppError, tooManyRequests } from '../../../platform/errors.ts'

const OPEN_WITH_ONE_CAREGIVER = 3
const OPEN_IN_ALL = 10

/** A request of a family that is neither paid nor rejected. It expires when its first window begins. */
export type OpenRequest = { caregiverId: number; expiresAt: Date }

/**
 * The error for a family that has too many open requests to send another one to a caregiver: a 429 whose
 * `Retry-After` is the time until one of them expires. Null if the family can send one.
 * @see docs/rules/bookings.md#open-requests
 */
export function findRequestLimit(
  open: readonly OpenRequest[],
  caregiverId: number,
  now: Date,
): AppError | null {
  const withCaregiver = open.filter((request) => request.caregiverId === caregiverId)
  const limits = [
    { requests: withCaregiver, maximum: OPEN_WITH_ONE_CAREGIVER, suffix: ' with this caregiver' },
    { requests: open, maximum: OPEN_IN_ALL, suffix: '' },
  ]
  const reached = limits.find(({ requests, maximum }) => requests.length >= maximum)
  if (!reached) return null
  const nextMs = Math.min(...reached.requests.map(({ expiresAt }) => expiresAt.getTime()))
  const detail = `You have ${reached.maximum} open requests${reached.suffix}. Send another once one of them is paid, rejected, withdrawn or expired`
  return tooManyRequests(detail, (nextMs - now.getTime()) / 1_000)
}
