/** Turns stored requests and bookings into what the browser and notices get. */

import type {
  Booking,
  BookingRequest,
  BookingState,
  RejectionCause,
} from '@tendwell/contract/bookings/bookings'
import type { RejectReason } from '@tendwell/contract/bookings/reject-reasons'
import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import { PRIVATE_REASON } from '@tendwell/contract/cancellation/calls'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { usdFromCents } from '@tendwell/contract/money'
import type { HoldCause } from '@tendwell/contract/payments/holds'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { namePlaceholder } from '../notices/index.ts'
import type { Refund } from '../payments/index.ts'
import { type Photo, toAvatarUrl } from '../people/index.ts'
import { type MoveRow, toMoveResponse } from './moving/store.ts'
import { sumRefunds, toRefundResponses } from './refunds/responses.ts'
import { toHours } from './requests/price.ts'
import type { BookingRow, RequestRow, WindowRow } from './store.ts'
import type { ViewedGroup } from './substitutes/viewed-group.ts'
import { getSafetyState } from './visits/safety.ts'

/** A request with the names and photos of both sides. */
export type RequestWithPeople = {
  request: RequestRow
  /** Whether the request was paid and all of its bookings were canceled. */
  isCanceled: boolean
  /** Whether one of the two has blocked the other. */
  isBlocked: boolean
  isCaregiverRestricted: boolean
  caregiverName: string
  caregiverPhoto: Photo
  /** The phone numbers in the profiles, before anyone's access is checked; empty if there is none. */
  caregiverPhone: string
  caregiverPhoneVerifiedAt: Date | null
  familyName: string
  familyPhoto: Photo
  familyPhone: string
  familyPhoneVerifiedAt: Date | null
}

/** A request as one of its two sides sees it. */
export type ViewedRequest = RequestWithPeople & {
  group: ViewedGroup
  /** The family's payment; null before the first checkout. */
  paymentId: number | null
  /** Why its money is on hold; null if it isn't. */
  hold: HoldCause | null
  /** Whether the two may write to each other. */
  canMessage: boolean
  /** Whether the viewer has blocked the other side. */
  hasBlocked: boolean
  isCaregiverListed: boolean
  isCaregiverFlagged: boolean
  /** Whether the family paid with a card in its name. */
  isCardChecked: boolean
  /** Of the address, otherwise the family's, otherwise the caregiver's; empty if all are unknown. */
  country: string
  /** The children, note, address and emergency contact, as far as the viewer may read them. */
  visitDetails: VisitDetails
}

/** A window of a request, with when its visit was canceled; null if it wasn't. */
export type ViewedWindow = WindowRow & { canceledAt: Date | null }

/** A booking (a visit) with its window. */
export type BookedWindow = { booking: BookingRow; window: WindowRow }

/** A request as one of its sides gets it. The payment is only for the family. */
export function toRequestResponse(
  { request, ...viewed }: ViewedRequest,
  {
    windows,
    refunds,
    distanceKm,
  }: { windows: readonly ViewedWindow[]; refunds: readonly Refund[]; distanceKm: number | null },
  { side, now }: { side: Side; now: Date },
): BookingRequest {
  return {
    id: request.id,
    caregiver: request.caregiverId,
    caregiver_name: viewed.caregiverName,
    caregiver_avatar: toAvatarUrl(viewed.caregiverPhoto),
    caretaker: request.familyId,
    caretaker_name: viewed.familyName,
    caretaker_avatar: toAvatarUrl(viewed.familyPhoto),
    status: request.status,
    rejection_cause: request.rejectionCause,
    reject_reason: request.rejectReason,
    is_paid: request.paidAt !== null,
    is_canceled: viewed.isCanceled,
    timezone: request.timezone,
    windows: windows.map((window) => ({
      date_local: window.dateLocal,
      start_local: window.startLocal,
      end_local: window.endLocal,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
      is_canceled: window.canceledAt !== null,
    })),
    total_hours: toHours(request.totalMinutes),
    total_price_usd: usdFromCents(request.priceCents),
    hourly_rate_snapshot_usd: usdFromCents(request.rateCents),
    service_fee_usd: usdFromCents(request.serviceFeeCents),
    cancellation_policy: request.cancellationPolicy,
    submitted_at: request.submittedAt.toISOString(),
    held_until: getHeldUntil(request, now)?.toISOString() ?? null,
    group: side === 'caretaker' && request.groupId !== null ? toGroup(viewed.group) : null,
    payment_id: side === 'caretaker' ? viewed.paymentId : null,
    can_message: viewed.canMessage,
    has_blocked: viewed.hasBlocked,
    is_card_checked: viewed.isCardChecked,
    distance_km: distanceKm,
    ...sumRefunds(refunds),
    ...viewed.visitDetails,
  }
}

const toGroup = ({ openOthers, bookedName }: ViewedGroup) => ({
  open_others: openOthers,
  booked_name: bookedName,
})

/** Until when an accepted request's hours are held; null if they aren't now. @see docs/rules/bookings.md#holding */
function getHeldUntil({ status, paidAt, heldUntil }: RequestRow, now: Date): Date | null {
  return status === 'accepted' && !paidAt && heldUntil && heldUntil > now ? heldUntil : null
}

/** Whether a booking is canceled, ahead, under way or over at `now`. @see docs/rules/bookings.md#bookings */
export function getBookingState({ booking, window }: BookedWindow, now: Date): BookingState {
  if (booking.canceledAt) return 'canceled'
  if (window.startsAt > now) return 'upcoming'
  return window.endsAt > now ? 'in_progress' : 'completed'
}

/**
 * The reason of a cancellation as this side may read it: null if it is a private concern of the other side.
 */
function toReadableReason(
  { cancelReason, canceledBy, canceledFor }: BookingRow,
  readerSide: Side,
): string | null {
  const isOwnReason = readerSide === (canceledFor ?? canceledBy)
  return cancelReason === PRIVATE_REASON && !isOwnReason ? null : cancelReason
}

/**
 * The side for which Tendwell canceled, as the reader's side may know it; null if there is none or it is
 * hidden. That side itself always may. The other side may only if it may read the reason too; otherwise the
 * answer would reveal that a person was removed, or a private concern about the reader.
 * @see docs/rules/bookings.md#canceling
 */
function toReadableCanceledFor(booking: BookingRow, readerSide: Side): Side | null {
  const { canceledFor } = booking
  return canceledFor === readerSide || toReadableReason(booking, readerSide) !== null ? canceledFor : null
}

/** A booking (a paid request) as one of its sides gets it. */
export function toBookingResponse(
  { request, ...viewed }: ViewedRequest,
  {
    bookedWindows,
    refunds,
    move,
  }: { bookedWindows: readonly BookedWindow[]; refunds: readonly Refund[]; move: MoveRow | undefined },
  { now, side }: { now: Date; side: Side },
): Booking {
  const isCaregiverUnderReview = side === 'caretaker' && viewed.isCaregiverFlagged
  const bookingStates = bookedWindows.map((bookedWindow) => getBookingState(bookedWindow, now))
  const visits = bookedWindows.map(({ booking: { canceledAt }, window }) => ({ ...window, canceledAt }))
  return {
    request_id: request.id,
    caregiver_id: request.caregiverId,
    caregiver_name: viewed.caregiverName,
    caregiver_avatar: toAvatarUrl(viewed.caregiverPhoto),
    caretaker_id: request.familyId,
    caretaker_name: viewed.familyName,
    caretaker_avatar: toAvatarUrl(viewed.familyPhoto),
    timezone: request.timezone,
    windows: bookedWindows.map(({ booking, window }, index) => ({
      booking_id: booking.id,
      date: window.dateLocal,
      start: window.startLocal,
      end: window.endLocal,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
      state: bookingStates[index] as BookingState,
      canceled_by: booking.canceledBy,
      canceled_at: booking.canceledAt?.toISOString() ?? null,
      canceled_for: toReadableCanceledFor(booking, side),
      cancel_reason: toReadableReason(booking, side),
      price_usd: usdFromCents(booking.priceCents),
      kept_usd: usdFromCents(booking.keptCents),
      refund_usd: usdFromCents(booking.refundCents),
      owed_usd: usdFromCents(booking.owedCents),
    })),
    total_hours: toHours(request.totalMinutes),
    total_price_usd: usdFromCents(request.priceCents),
    hourly_rate_snapshot_usd: usdFromCents(request.rateCents),
    service_fee_usd: usdFromCents(request.serviceFeeCents),
    cancellation_policy: request.cancellationPolicy,
    paid_at: (request.paidAt as Date).toISOString(),
    payment_id: side === 'caretaker' ? viewed.paymentId : null,
    can_message: viewed.canMessage,
    has_blocked: viewed.hasBlocked,
    is_card_checked: viewed.isCardChecked,
    is_caregiver_listed: viewed.isCaregiverListed,
    hold: viewed.hold,
    move: move ? toMoveResponse(move) : null,
    free_cancellation:
      isCaregiverUnderReview && bookingStates.includes('upcoming') ? 'caregiver_under_review' : null,
    safety: getSafetyState(visits, now) === 'closed' ? null : { country: viewed.country },
    ...sumRefunds(refunds),
    refunds: toRefundResponses(
      refunds,
      bookedWindows.map(({ booking }) => booking),
      side,
    ),
    ...viewed.visitDetails,
  }
}

/**
 * A request as notifications and emails describe it: windows in wall time of `timezone`, price in cents. Both
 * names are placeholders (`namePlaceholder`), replaced when the text is read.
 */
export type RequestDetails = {
  requestId: number
  caregiverId: number
  caregiverName: string
  familyId: number
  familyName: string
  timezone: string
  windows: { date: string; start: string; end: string; hours: number }[]
  /** The windows again, as instants (epoch ms). */
  visits: Interval[]
  totalHours: number
  priceCents: number
  cancellationPolicy: CancellationPolicy
  submittedAt: Date
  /** Until when the hours are held, as it was set when it was accepted; null if they aren't. */
  heldUntil: Date | null
  /** Whether the caregiver accepted or rejected the request. */
  isAnswered: boolean
  rejectionCause: RejectionCause | null
  rejectReason: RejectReason | null
  /** The children, note and address, as far as each side may read them now. */
  visitDetailsFor: Record<Side, VisitDetails>
}

/** A request with these windows as notices need it. */
export function toRequestDetails(
  { request }: RequestWithPeople,
  windows: readonly WindowRow[],
  visitDetailsFor: Record<Side, VisitDetails>,
): RequestDetails {
  return {
    requestId: request.id,
    caregiverId: request.caregiverId,
    caregiverName: namePlaceholder(request.caregiverId),
    familyId: request.familyId,
    familyName: namePlaceholder(request.familyId),
    timezone: request.timezone,
    windows: windows.map(({ dateLocal, startLocal, endLocal, startsAt, endsAt }) => ({
      date: dateLocal,
      start: startLocal,
      end: endLocal,
      hours: toHours((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS),
    })),
    visits: windows.map(({ startsAt, endsAt }) => ({ startMs: startsAt.getTime(), endMs: endsAt.getTime() })),
    totalHours: toHours(request.totalMinutes),
    priceCents: request.priceCents,
    cancellationPolicy: request.cancellationPolicy,
    submittedAt: request.submittedAt,
    heldUntil: request.heldUntil,
    isAnswered: request.answeredAt !== null,
    rejectionCause: request.rejectionCause,
    rejectReason: request.rejectReason,
    visitDetailsFor,
  }
}
