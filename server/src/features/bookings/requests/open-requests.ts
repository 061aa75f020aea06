import { type AppError, tooManyRequests } from '../../../platform/errors.ts'

const OPEN_WITH_ONE_CAREGIVER = 3
const OPEN_IN_ALL = 10

/** A request of a family that is neither paid nor rejected. It expires when its first window begins. */
export type OpenRequest = { caregiverId: number; expiresAt: Date }

/**
 * Why a family with these open requests can't send another one to a caregiver: a 429 until the next of them
 * expires; null if they can.
 * @see docs/rules/bookings.md#open-requests
 */
export function findRequestLimit(
  open: readonly OpenRequest[],
  caregiverId: number,
  now: Date,
): AppError | null {
  const withCaregiver = open.filter((request) => request.caregiverId === caregiverId)
  const limits = [
    { requests: withCaregiver, maximum: OPEN_WITH_ONE_CAREGIVER, where: ' with this caregiver' },
    { requests: open, maximum: OPEN_IN_ALL, where: '' },
  ]
  const full = limits.find(({ requests, maximum }) => requests.length >= maximum)
  if (!full) return null
  const nextMs = Math.min(...full.requests.map(({ expiresAt }) => expiresAt.getTime()))
  const detail = `You have ${full.maximum} open requests${full.where}. Send another once one of them is paid, rejected, withdrawn or expired`
  return tooManyRequests(detail, (nextMs - now.getTime()) / 1_000)
}
