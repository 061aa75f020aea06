import type { AdminCancellationPreview, CancellationPreview } from '@tendwell/contract/cancellation/calls'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findBankDecision, findRequestPayment } from '../../payments/index.ts'
import { findCaregiver } from '../../profiles/index.ts'
import { findRequest, listBookedWindows } from '../queries.ts'
import type { BookedWindow } from '../responses.ts'
import type { RequestRow } from '../store.ts'
import { countCompletion } from '../visits/completion-queries.ts'
import { calculateCompletionRate } from '../visits/completion-rate.ts'
import { findHoldReason } from './held-money.ts'
import { planRefunds, type RefundRule, type WindowRefund } from './plan.ts'
import { calculateCentsToApprove } from './support-limit.ts'

/** What to cancel of a request, for which side, and by which rule the family gets money back. */
export type CancelOrder = {
  side: Side
  refund: RefundRule
  /** Left out, all that is ahead is canceled. */
  bookingIds?: readonly number[] | undefined
  /** Plans by the policy alone. Without it, a caregiver under review means a full refund. */
  ignoresReview?: boolean
}

export type CancellationPlan = {
  request: RequestRow
  /** The windows to cancel, each with what canceling it gives back. */
  windows: (BookedWindow & WindowRefund & { startMs: number })[]
  /** What we refund; the refund waits while the family's bank decides. */
  refundCents: number
  /** What the caregiver keeps of the price of these windows. */
  keptCents: number
  /** What support asks finance or an admin to refund besides. */
  askedCents: number
  /** How many windows of the request are still ahead and not canceled. */
  windowsLeft: number
  /** The moment that the policy counts from, and as of which the windows are canceled. */
  judgedAt: Date
}

/**
 * What canceling bookings of a paid request now would do. The windows are chosen and judged at this moment.
 * @param order.refund `policy` is what the side's own cancellation gives back: all of it when the caregiver
 *   cancels, or is under review
 * @throws AppError 400 for bookings of another request, 409 for what can't be canceled
 * @see docs/rules/bookings.md#canceling
 */
export async function planCancellation(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  request: RequestRow,
  order: CancelOrder,
): Promise<CancellationPlan> {
  const holdReason = await findHoldReason(reader, request.id, 'canceled')
  if (holdReason) throw conflict(holdReason)
  const now = clock.now()
  const bookedWindows = await listBookedWindows(reader, request.id)
  const windowsAhead = bookedWindows.filter(
    ({ booking, window }) => !booking.canceledAt && window.startsAt > now,
  )
  const chosenWindows = order.bookingIds ? chooseBookings(bookedWindows, order.bookingIds, now) : windowsAhead
  if (chosenWindows.length === 0)
    throw conflict('Nothing of this booking is ahead, so there is nothing to cancel')
  return planWindows(reader, request, { ...order, bookedWindows, chosenWindows, windowsAhead, judgedAt: now })
}

/**
 * As `planCancellation`, for all that is ahead, also while money is held for a dispute or a chargeback.
 * @param order.until limits the plan to windows that start before this instant; null means no limit
 * @param order.judgedAt the moment that the policy counts from; now by default
 * @returns null for a request without such windows
 */
export async function planCancellationForRemoval(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  request: RequestRow,
  {
    until,
    judgedAt,
    ...order
  }: { side: Side; refund: RefundRule; until: Date | null; judgedAt?: Date; ignoresReview?: boolean },
): Promise<CancellationPlan | null> {
  const now = clock.now()
  const bookedWindows = await listBookedWindows(reader, request.id)
  const windowsAhead = bookedWindows.filter(
    ({ booking, window }) => !booking.canceledAt && window.startsAt > now,
  )
  const chosenWindows = windowsAhead.filter(({ window }) => until === null || window.startsAt < until)
  return chosenWindows.length === 0
    ? null
    : planWindows(reader, request, {
        ...order,
        bookedWindows,
        chosenWindows,
        windowsAhead,
        judgedAt: judgedAt ?? now,
      })
}

/**
 * The plan for canceling chosen windows of a request.
 * @param bookedWindows all bookings of the request
 * @param judgedAt the moment that the policy counts from
 * @param windowsAhead those that have neither begun nor been canceled
 */
async function planWindows(
  reader: Reader,
  request: RequestRow,
  {
    bookedWindows,
    chosenWindows,
    windowsAhead,
    side,
    refund,
    judgedAt,
    ignoresReview = false,
  }: {
    bookedWindows: readonly BookedWindow[]
    chosenWindows: readonly BookedWindow[]
    windowsAhead: readonly BookedWindow[]
    side: Side
    refund: RefundRule
    judgedAt: Date
    ignoresReview?: boolean
  },
): Promise<CancellationPlan> {
  const payment = await findRequestPayment(reader, request.id)
  const takenBackCents = payment ? (await findBankDecision(reader, payment.id)).takenBackCents : 0
  const unrefundedCents = payment ? payment.amountCents - payment.refundCents : 0
  // What canceled windows give back that we don't refund: the bank gave it back, or has yet to decide.
  const openCents = sumCents(bookedWindows, ({ booking }) => booking.owedCents - booking.refundCents)
  const isFullByPolicy =
    side === 'caregiver' || (!ignoresReview && (await isUnderReview(reader, request.caregiverId)))
  const windows = planRefunds(
    chosenWindows.map((bookedWindow) => ({
      ...bookedWindow,
      startMs: bookedWindow.window.startsAt.getTime(),
      priceCents: bookedWindow.booking.priceCents,
      keptCents: bookedWindow.booking.keptCents,
    })),
    {
      policy: request.cancellationPolicy,
      refund: refund === 'policy' && isFullByPolicy ? 'full' : refund,
      leftCents: Math.max(0, unrefundedCents - openCents),
      creditCents: Math.max(0, takenBackCents - openCents),
      nowMs: judgedAt.getTime(),
    },
  )
  // What the family gets of the money that is not refunded yet: what it is owed for canceled visits, these
  // included, or what its bank took back, if that is more.
  const familyGetsCents = Math.max(
    takenBackCents,
    openCents + sumCents(windows, ({ owedCents }) => owedCents),
  )
  const notOwedCents = sumCents(windows, ({ priceCents, owedCents }) => priceCents - owedCents)
  const paymentLeftCents = Math.max(0, unrefundedCents - familyGetsCents)
  return {
    request,
    windows,
    refundCents: sumCents(windows, ({ refundCents }) => refundCents),
    keptCents: Math.min(notOwedCents, paymentLeftCents),
    askedCents: 0,
    windowsLeft: windowsAhead.length - chosenWindows.length,
    judgedAt,
  }
}

function sumCents<Item>(items: readonly Item[], toCents: (item: Item) => number): number {
  return items.reduce((total, item) => total + toCents(item), 0)
}

/**
 * Chooses the bookings with these ids, which must be ahead.
 * @throws AppError 400 for bookings of another request, 409 for canceled ones and ones that have begun
 */
function chooseBookings(
  bookedWindows: readonly BookedWindow[],
  bookingIds: readonly number[],
  now: Date,
): BookedWindow[] {
  const chosenWindows = bookedWindows.filter(({ booking }) => bookingIds.includes(booking.id))
  if (chosenWindows.length < new Set(bookingIds).size) {
    throw invalid({ booking_ids: ['Choose windows of this booking'] })
  }
  if (chosenWindows.some(({ booking }) => booking.canceledAt))
    throw conflict('These times are already canceled')
  if (chosenWindows.some(({ window }) => window.startsAt <= now)) {
    throw conflict("These times have already started, so they can't be canceled")
  }
  return chosenWindows
}

/** Whether the caregiver is `flagged`. Families may then cancel for a full refund. */
async function isUnderReview(reader: Reader, caregiverId: number): Promise<boolean> {
  return (await findCaregiver(reader, caregiverId))?.status === 'flagged'
}

/**
 * Previews what canceling now would do, for one of the two sides.
 * @throws AppError 404 for another's request, otherwise as `planCancellation`
 */
export async function previewCancellation(
  deps: Pick<Deps, 'clock' | 'database'>,
  actor: { id: number; side: Side },
  requestId: number,
  bookingIds: readonly number[] | undefined,
): Promise<CancellationPreview> {
  const request = await getOwnRequest(deps.database, actor, requestId)
  return makePreview(deps, request, { side: actor.side, refund: 'policy', bookingIds })
}

/**
 * Previews a cancellation by staff, who choose the refund; `waiting_usd` is what would wait for finance or an
 * admin.
 * @throws AppError 404 for a request that does not exist, otherwise as `planCancellation`
 */
export async function previewAdminCancellation(
  deps: Pick<Deps, 'clock' | 'database'>,
  staff: Pick<Actor, 'staffRole'>,
  requestId: number,
  order: CancelOrder,
): Promise<AdminCancellationPreview> {
  const { database } = deps
  const request = await findRequest(database, requestId)
  if (!request) throw notFound()
  const chosenPlan = await planCancellation(database, deps, request, order)
  const policyPlan = await planCancellation(database, deps, request, toPolicyOrder(order))
  return {
    ...(await makePreview(deps, request, order)),
    waiting_usd: usdFromCents(calculateCentsToApprove(staff, { chosenPlan, policyPlan })),
  }
}

/**
 * The same cancellation as if the family canceled, with the refund of its policy. Support's limit is measured against
 * this refund even if the order is for the caregiver, or the caregiver is under review; otherwise support
 * could avoid the limit by choosing the other side.
 */
export function toPolicyOrder(order: CancelOrder): CancelOrder {
  return { ...order, side: 'caretaker', refund: 'policy', ignoresReview: true }
}

/** A person's own request, as this side of it. @throws AppError 404 for anyone else's request */
export async function getOwnRequest(
  reader: Reader,
  actor: { id: number; side: Side },
  requestId: number,
): Promise<RequestRow> {
  const request = await findRequest(reader, requestId)
  const ownerId = actor.side === 'caregiver' ? request?.caregiverId : request?.familyId
  if (!request || ownerId !== actor.id) throw notFound()
  return request
}

/** Plans a cancellation and returns the plan in the form that the browser gets. */
async function makePreview(
  deps: Pick<Deps, 'clock' | 'database'>,
  request: RequestRow,
  order: CancelOrder,
): Promise<CancellationPreview> {
  const plan = await planCancellation(deps.database, deps, request, order)
  const isByCaregiver = order.side === 'caregiver'
  return {
    policy: request.cancellationPolicy,
    timezone: request.timezone,
    windows: plan.windows.map(({ booking, window, percent, untilMs, owedCents, refundCents }) => ({
      booking_id: booking.id,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
      price_usd: usdFromCents(booking.priceCents),
      refund_percent: percent,
      refund_usd: usdFromCents(refundCents),
      // The family's bank may give back a part of what is owed, so we may refund less.
      kept_usd: usdFromCents(booking.priceCents - owedCents),
      refund_until: untilMs === null ? null : new Date(untilMs).toISOString(),
    })),
    refund_usd: usdFromCents(plan.refundCents),
    kept_usd: usdFromCents(plan.keptCents),
    completion_rate: isByCaregiver ? await previewCompletionRate(deps, request, plan.windows.length) : null,
  }
}

/**
 * A caregiver's completion rate now, and after canceling `canceledCount` bookings ahead. A booking ahead
 * counts only once it is canceled.
 */
export async function previewCompletionRate(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { caregiverId }: Pick<RequestRow, 'caregiverId'>,
  canceledCount: number,
): Promise<CancellationPreview['completion_rate']> {
  const countsNow = await countCompletion(database, caregiverId, clock.now())
  const countsAfter = {
    bookings: countsNow.bookings + canceledCount,
    canceled: countsNow.canceled + canceledCount,
  }
  return { now: calculateCompletionRate(countsNow), after: calculateCompletionRate(countsAfter) }
}
