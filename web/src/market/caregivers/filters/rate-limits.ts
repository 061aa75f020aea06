import { readAmount } from '../../../lib/forms/typed-amount.ts'

/** The two ends of the hourly rate, in whole dollars. */
export interface Rates {
  minRate: number | null
  maxRate: number | null
}

const highest = 99_999

/** The whole dollars of a typed rate; null if it has none. @see docs/rules/profiles-and-files.md#on-screen */
export function readRate(typed: string): number | null {
  const amount = readAmount(typed)
  return amount === null ? null : Math.min(Math.trunc(amount), highest)
}

/** A new minimum sets the maximum to one above it; clearing the minimum clears the maximum. */
export function withMinimum(rates: Rates, minRate: number | null): Rates {
  if (minRate === rates.minRate) return rates
  return { minRate, maxRate: minRate === null ? null : minRate + 1 }
}

/** A maximum that is not above the minimum becomes one above it. */
export function withMaximum({ minRate }: Rates, maxRate: number | null): Rates {
  const tooLow = minRate !== null && maxRate !== null && maxRate <= minRate
  return { minRate, maxRate: tooLow ? minRate + 1 : maxRate }
}
