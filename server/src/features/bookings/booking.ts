import type { RequestStatus } from '@tendwell/contract/bookings'
import { priceCents } from '@tendwell/contract/money'
import { type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { invalid } from '../../platform/errors.ts'

/** What families pay beside the hours, in cents (decisions §5). */
const SERVICE_FEE_CENTS = 0

/** The life of a request while it is unpaid; a paid one stays accepted. Payment itself starts from `accepted`. */
export const TRANSITIONS = {
  accept: { from: ['submitted'], to: 'accepted' },
  reject: { from: ['submitted'], to: 'rejected' },
  /** Closed by itself: another family was first, or the hours can't be booked any more. */
  giveWay: { from: ['submitted', 'accepted'], to: 'rejected' },
  pay: { from: ['accepted'], to: 'accepted' },
} as const satisfies Record<string, { from: readonly RequestStatus[]; to: RequestStatus }>

export type Transition = keyof typeof TRANSITIONS

/** Whether a request of that status, not paid yet, can go that way. */
export function canGo(
  transition: Transition,
  request: { status: RequestStatus; paidAt: Date | null },
): boolean {
  const from: readonly RequestStatus[] = TRANSITIONS[transition].from
  return request.paidAt === null && from.includes(request.status)
}

export type Price = {
  totalMinutes: number
  rateCents: number
  serviceFeeCents: number
  /** Hours at the rate and the service fee, in cents. */
  priceCents: number
}

/**
 * The price of windows (epoch ms): their real minutes at a rate by the hour in cents, rounded half up once
 * (decisions §5).
 * @throws AppError 400 when it comes to nothing: that can't be paid
 */
export function priceOf(windows: readonly Interval[], rateCents: number): Price {
  const totalMinutes = Math.round(
    windows.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / MINUTE_MS,
  )
  const price = priceCents({ minutes: totalMinutes, rateCents }) + SERVICE_FEE_CENTS
  if (price === 0) throw invalid({ windows: ['These hours are too short to be paid'] })
  return { totalMinutes, rateCents, serviceFeeCents: SERVICE_FEE_CENTS, priceCents: price }
}

/** Hours as they are shown, with at most two decimals. */
export function hoursOf(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}
