/** The two ends of the hourly rate, in whole dollars. */
export interface Rates {
  minRate: number | null
  maxRate: number | null
}

const mostDigits = 5

/** Keeps the digits of a typed rate. @see docs/rules/profiles-and-files.md#on-screen */
export function keepDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, mostDigits)
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
