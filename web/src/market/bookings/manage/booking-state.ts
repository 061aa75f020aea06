import type { Booking, BookingDetail } from '@tendwell/contract/bookings/bookings'
import { isLostVisit } from '@tendwell/contract/bookings/lost-hours'
import { getWindowRefund } from '@tendwell/contract/cancellation/refund'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { HOUR_MS } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'
import { formatMoney } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'

export type Windows = Booking['windows']

/** How long after the payment a booking is announced as new. */
const NEW_MS = 24 * HOUR_MS

/** The booking's state as a whole: canceled if nothing is left of it, otherwise that of what is left. */
export function getBookingStatus({ windows }: Pick<Booking, 'windows'>) {
  const live = windows.filter(({ state }) => state !== 'canceled')
  if (live.length === 0) return 'canceled'
  if (live.every(({ state }) => state === 'completed')) return 'completed'
  return live.some(({ state }) => state === 'in_progress') ? 'in_progress' : 'confirmed'
}

/** Whether a visit ahead was canceled against the family's will, so that others are offered. */
export function hasLostVisit({ windows }: Pick<Booking, 'windows'>): boolean {
  return windows.some(
    ({ canceled_by: canceledBy, canceled_for: canceledFor, start_utc }) =>
      isLostVisit({ canceledBy, canceledFor }) && toEpochMs(start_utc) > now(),
  )
}

/** Whether it was paid within the last day and its first visit is still ahead. */
export function isNewBooking(booking: Booking): boolean {
  const isAhead = booking.windows.every(({ state }) => state === 'upcoming')
  return isAhead && now() - toEpochMs(booking.paid_at) < NEW_MS
}

/** What came back for canceled times. */
export function sumRefunds(windows: Windows): number {
  return usdFromCents(windows.reduce((sum, { refund_usd }) => sum + centsFromUsd(refund_usd), 0))
}

/** What comes back for canceled times as the family's bank decides, or has decided. */
export function sumLeftToBank(windows: Windows): number {
  const owedCents = windows.reduce((sum, { owed_usd }) => sum + centsFromUsd(owed_usd), 0)
  return usdFromCents(owedCents - centsFromUsd(sumRefunds(windows)))
}

/**
 * What the family gets back, in cents, if it cancels a window now by the policy, and until when (epoch ms).
 */
export function getRefundNow({ cancellation_policy: policy }: Booking, window: Windows[number]) {
  const { start_utc, price_usd, kept_usd } = window
  return getWindowRefund(
    policy,
    { startMs: toEpochMs(start_utc), priceCents: centsFromUsd(price_usd), keptCents: centsFromUsd(kept_usd) },
    now(),
  )
}

/**
 * What moving visits means for a later cancellation by the family, in a sentence: the caregiver keeps the
 * share that canceling now would leave them, unless they propose the move themselves. Empty where they would
 * keep nothing.
 */
export function describeKept(
  { keptCents, proposedBy, visits }: { keptCents: number; proposedBy: Side; visits: number },
  booking: Booking,
  viewer: Side,
): string {
  const { name } = getOtherParty(booking, viewer)
  const [times, start] = visits > 1 ? ['all the new times', 'their start'] : ['the new time', 'its start']
  if (proposedBy === 'caregiver') {
    return viewer === 'caretaker'
      ? `If you cancel ${times}, what you get back depends only on how long before ${start} you cancel.`
      : `You propose this, so the cancellation policy starts over with ${start}: if ${name} cancels ${times}, what you keep depends only on how long before that they cancel.`
  }
  if (keptCents === 0) return ''
  const amount = formatMoney(usdFromCents(keptCents))
  return viewer === 'caretaker'
    ? `If you canceled now, ${name} would keep ${amount}. Moving doesn’t change that: if you cancel ${times}, they keep at least as much.`
    : `If ${name} canceled now, you would keep ${amount}. Moving doesn’t change that: if they cancel ${times}, you keep at least as much.`
}

/**
 * Whether the caregiver can open the family's page. With a block between the two, only until the visits are
 * over, and not while a restricted caregiver sees nothing of the family.
 */
export function canOpenFamily({ can_message: canMessage, is_restricted, windows }: BookingDetail): boolean {
  if (is_restricted) return false
  return canMessage || windows.some(({ state }) => state === 'upcoming' || state === 'in_progress')
}

/** The person on the other side of a booking. */
export function getOtherParty(booking: Booking, viewer: 'caregiver' | 'caretaker') {
  return viewer === 'caretaker'
    ? { id: booking.caregiver_id, name: booking.caregiver_name, avatar: booking.caregiver_avatar }
    : { id: booking.caretaker_id, name: booking.caretaker_name, avatar: booking.caretaker_avatar }
}
