import { REQUEST_MINIMUM_CENTS } from '@tendwell/contract/bookings/bookings'
import { feeCents, formatUsd, priceCents } from '@tendwell/contract/money'
import { type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'

export type Price = {
  totalMinutes: number
  rateCents: number
  serviceFeeCents: number
  /** Hours at the rate plus the service fee, in cents. */
  priceCents: number
}

/** The caregiver's hourly rate, and the family's service fee in basis points (hundredths of a percent). */
type Rates = { rateCents: number; serviceFeeBps: number }

/**
 * The price of windows (epoch ms): their real minutes at an hourly rate in cents, rounded half up once, plus
 * the service fee (in basis points) on that amount.
 * @see docs/rules/bookings.md#price
 */
export function estimatePrice(windows: readonly Interval[], { rateCents, serviceFeeBps }: Rates): Price {
  const totalMs = windows.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  const totalMinutes = Math.round(totalMs / MINUTE_MS)
  const amountCents = priceCents({ minutes: totalMinutes, rateCents })
  const serviceFeeCents = feeCents({ amountCents, basisPoints: serviceFeeBps })
  return { totalMinutes, rateCents, serviceFeeCents, priceCents: amountCents + serviceFeeCents }
}

/**
 * As `estimatePrice`, for a request that is sent.
 * @throws AppError 400 on `windows` for less than the minimum, $5.00
 */
export function calculatePrice(windows: readonly Interval[], rates: Rates): Price {
  const price = estimatePrice(windows, rates)
  if (price.priceCents < REQUEST_MINIMUM_CENTS) {
    throw invalid({ windows: [`A request must come to at least ${formatUsd(REQUEST_MINIMUM_CENTS)}`] })
  }
  return price
}

/** Minutes as hours for display, with at most two decimals. */
export function toHours(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

/** What a payment is for, in words for the payer. */
export const describeCare = (hours: number, caregiverName: string): string =>
  `${hours} ${hours === 1 ? 'hour' : 'hours'} of care by ${caregiverName}`
