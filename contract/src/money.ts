/** Money is a whole number of US cents; only JSON has dollars. @see docs/rules/README.md#values */

/** One cent below a trillion dollars. Up to here, JavaScript numbers can tell a dollar amount with two
 *  decimals from its neighbors. */
export const CENTS_MAXIMUM = 99_999_999_999_999

const MINUTES_AN_HOUR = 60n
const BASIS_POINTS_A_WHOLE = 10_000n

/** Dollars as JSON carries them to cents, exactly; negative amounts too. Throws RangeError for a number that
 *  isn't finite, has more than two decimals or is beyond CENTS_MAXIMUM. */
export function centsFromUsd(usd: number): number {
  const cents = Math.round(usd * 100)
  // Dividing gives the number nearest to that many cents, so only amounts of whole cents come back unchanged.
  if (!(Math.abs(cents) <= CENTS_MAXIMUM) || cents / 100 !== usd) {
    throw new RangeError(`Not an amount in dollars and cents: ${usd}`)
  }
  return cents === 0 ? 0 : cents
}

/** Cents to dollars as JSON carries them. Throws RangeError unless the cents are whole and within
 *  CENTS_MAXIMUM. */
export function usdFromCents(cents: number): number {
  return requireCents(cents) / 100
}

/** Cents as people read them: `$1,234.50`, `-$0.05`. Throws RangeError as usdFromCents does. */
export function formatUsd(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, '0')
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`
}

/** The price in cents of whole minutes at a rate in cents an hour, rounded half up once: pass the minutes of all
 *  windows together. Throws RangeError for anything negative, fractional or too large.
 *  @see docs/rules/bookings.md#price */
export function priceCents({ minutes, rateCents }: { minutes: number; rateCents: number }): number {
  return portionCents(minutes, rateCents, MINUTES_AN_HOUR)
}

/** The fee in cents on an amount in cents, at so many hundredths of a percent (PLATFORM_FEE_BPS), rounded half
 *  up. Throws RangeError for a negative or broken amount and for basis points outside 0 to 10,000. */
export function feeCents({ amountCents, basisPoints }: { amountCents: number; basisPoints: number }): number {
  if (basisPoints > Number(BASIS_POINTS_A_WHOLE)) {
    throw new RangeError(`Not a fee in basis points: ${basisPoints}`)
  }
  return portionCents(amountCents, basisPoints, BASIS_POINTS_A_WHOLE)
}

/** `left × right ÷ divisor` rounded half up, in big integers: the product alone can pass 2^53. */
function portionCents(left: number, right: number, divisor: bigint): number {
  const product = requireNatural(left) * requireNatural(right)
  return requireCents(Number((2n * product + divisor) / (2n * divisor)))
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
