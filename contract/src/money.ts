/** Money is a whole number of US cents; only JSON has dollars. @see docs/rules/README.md#values */

/**
 * One cent below a trillion dollars. Up to this amount, a JavaScript number of dollars is exact to the cent.
 */
export const CENTS_MAXIMUM = 99_999_999_999_999

const MINUTES_PER_HOUR = 60n
const BASIS_POINTS_PER_WHOLE = 10_000n

/**
 * Converts a dollar amount from JSON, which may be negative, to cents.
 * @throws RangeError for a number that isn't finite, has more than two decimals or is beyond CENTS_MAXIMUM
 */
export function centsFromUsd(usd: number): number {
  const cents = Math.round(usd * 100)
  // Only a whole number of cents divides back to the same number.
  if (!(Math.abs(cents) <= CENTS_MAXIMUM) || cents / 100 !== usd) {
    throw new RangeError(`Not an amount in dollars and cents: ${usd}`)
  }
  // Never -0.
  return cents === 0 ? 0 : cents
}

/**
 * Converts cents to dollars for JSON.
 * @throws RangeError unless the cents are whole and within CENTS_MAXIMUM
 */
export function usdFromCents(cents: number): number {
  return requireCents(cents) / 100
}

/** Formats cents for display: `$1,234.50`, `-$0.05`. @throws RangeError as `usdFromCents` does */
export function formatUsd(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, '0')
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`
}

/**
 * The price in cents of whole minutes at a rate in cents per hour, rounded half up. Pass the minutes of all
 * windows together, so that the price is rounded only once.
 * @throws RangeError for minutes or a rate that is negative, fractional or too large
 * @see docs/rules/bookings.md#price
 */
export function priceCents({ minutes, rateCents }: { minutes: number; rateCents: number }): number {
  return portionCents(minutes, rateCents, MINUTES_PER_HOUR)
}

/**
 * The fee on an amount, in cents, rounded half up.
 * @param basisPoints hundredths of a percent, as in PLATFORM_FEE_BPS
 * @throws RangeError for an amount that is negative or fractional, and for basis points outside 0 to 10,000
 */
export function feeCents({ amountCents, basisPoints }: { amountCents: number; basisPoints: number }): number {
  if (basisPoints > Number(BASIS_POINTS_PER_WHOLE)) {
    throw new RangeError(`Not a fee in basis points: ${basisPoints}`)
  }
  return portionCents(amountCents, basisPoints, BASIS_POINTS_PER_WHOLE)
}

/**
 * Splits an amount in cents in proportion to weights, such as the minutes of windows. The parts sum to the
 * amount.
 * @throws RangeError for weights that are negative, fractional or all 0
 */
export function splitCents(amountCents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) throw new RangeError('Nothing to split an amount by')
  // Each part is what it adds to the rounded portion of all weights so far, so that no cent is lost.
  let weightSoFar = 0
  let centsSoFar = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const part = portionCents(amountCents, weightSoFar, BigInt(total)) - centsSoFar
    centsSoFar += part
    return part
  })
}

/** A whole percentage of an amount, in cents, rounded half up. */
export function percentOfCents(amountCents: number, percent: number): number {
  return portionCents(amountCents, percent, 100n)
}

/**
 * `amount × numerator ÷ denominator`, rounded half up. Uses big integers, because the product can exceed
 * 2^53.
 */
function portionCents(amount: number, numerator: number, denominator: bigint): number {
  const product = requireNatural(amount) * requireNatural(numerator)
  return requireCents(Number((2n * product + denominator) / (2n * denominator)))
}

function requireNatural(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`Not a whole number of 0 or more: ${value}`)
  }
  return BigInt(value)
}

function requireCents(cents: number): number {
  if (!Number.isInteger(cents) || Math.abs(cents) > CENTS_MAXIMUM) {
    throw new RangeError(`Not an amount in cents: ${cents}`)
  }
  return cents
}
