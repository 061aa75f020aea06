/** The family pays an accepted request. @see docs/rules/bookings.md#paying */
import { feeCents } from '@tendwell/contract/money'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { cancelCheckout, findRequestPayment, openCheckout } from '../../payments/index.ts'
import { findShownName } from '../../people/index.ts'
import { canTransition } from '../lifecycle.ts'
import { ALREADY_PAID, BOOKED_ELSEWHERE, describeRejection, HOURS_CLOSED, HOURS_TAKEN } from '../messages.ts'
import { findRequest, selectCaregiverId } from '../queries.ts'
import { listAlternatives } from '../requests/alternatives.ts'
import { rejectIfTaken } from '../requests/auto-rejection.ts'
import { describeCare, toHours } from '../requests/price.ts'
import type { RequestRow } from '../store.ts'
import { isBookedInGroup } from '../substitutes/group.ts'

/**
 * Opens a checkout for an accepted request, or returns the address of the one that is open.
 * @throws AppError 404 for other families' requests, 403 for the request's caregiver, 409 when it can't be
 *   paid, with `alternatives` when its hours are taken or closed
 */
export async function startCheckout(
  deps: Deps,
  userId: number,
  requestId: number,
): Promise<{ checkout_url: string }> {
  const { request, unavailability } = await withTransaction(deps.database, (transaction) =>
    loadPayableRequest(transaction, deps, userId, requestId),
  )
  if (unavailability) {
    const detail = unavailability === 'taken' ? HOURS_TAKEN : HOURS_CLOSED
    throw conflict(detail, { alternatives: await listAlternatives(deps, request) })
  }
  const caregiverName = await findShownName(deps.database, request.caregiverId, request.familyId)
  const { checkoutUrl } = await openCheckout(deps, {
    requestId,
    payerId: request.familyId,
    payeeId: request.caregiverId,
    amountCents: request.priceCents,
    feeCents: calculateFeeCents(request, deps.config.platformFeeBps),
    description: describeCare(toHours(request.totalMinutes), caregiverName ?? ''),
  })
  await requireStillPayable(deps, requestId)
  return { checkout_url: checkoutUrl }
}

/**
 * Ends the checkout again if the request was rejected while the provider opened it.
 * @throws AppError 409 if the request was rejected
 */
async function requireStillPayable(deps: Deps, requestId: number): Promise<void> {
  const request = (await findRequest(deps.database, requestId)) as RequestRow
  if (request.paidAt || request.status !== 'rejected') return
  await withTransaction(deps.database, (transaction) => cancelCheckout(transaction, deps, requestId))
  throw conflict(describeRejection(request.rejectionCause))
}

/**
 * What Tendwell keeps, in cents: the family's service fee, and its own share of the caregiver's price.
 * @see docs/rules/money.md#fees
 */
function calculateFeeCents({ priceCents, serviceFeeCents }: RequestRow, platformFeeBps: number): number {
  return (
    serviceFeeCents + feeCents({ amountCents: priceCents - serviceFeeCents, basisPoints: platformFeeBps })
  )
}

/**
 * Loads a request that the family may pay now.
 * @returns also why its hours can't be booked (`unavailability`), or null. If they are taken, the request was
 *   rejected here; throwing would roll that back, so the caller throws after the commit.
 * @throws AppError as `startCheckout`
 */
async function loadPayableRequest(
  transaction: Transaction,
  deps: Deps,
  userId: number,
  requestId: number,
): Promise<{ request: RequestRow; unavailability: 'taken' | 'closed' | null }> {
  const caregiver = await lockCaregiver(transaction, selectCaregiverId(transaction, requestId), 'share')
  // Read under the lock: the request may have been paid or rejected while this transaction waited for it.
  const request = await findRequest(transaction, requestId)
  if (request?.caregiverId === userId) throw forbidden('Only the request owner can pay')
  if (request?.familyId !== userId) throw notFound()
  if (request.paidAt) throw conflict(ALREADY_PAID)
  if (request.status === 'submitted') throw conflict('This request has not been accepted yet')
  if (!canTransition(request, 'markPaid')) throw conflict(describeRejection(request.rejectionCause))
  const payment = await findRequestPayment(transaction, requestId)
  if (payment?.status === 'captured') throw conflict(ALREADY_PAID)
  if (await isBookedInGroup(transaction, request)) throw conflict(BOOKED_ELSEWHERE)
  const isReachable =
    caregiver?.isListed && (await lockPairUnlessBlocked(transaction, userId, request.caregiverId))
  if (!isReachable) throw conflict("This caregiver can't take payments right now")
  return { request, unavailability: await rejectIfTaken(transaction, deps, request, caregiver) }
}
