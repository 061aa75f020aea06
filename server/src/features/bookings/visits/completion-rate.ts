/** A rate from fewer bookings would say little. */
const BOOKINGS_MINIMUM = 5

/** Bookings that count, and how many of them the caregiver canceled. */
export type CompletionCounts = { bookings: number; canceled: number }

/**
 * The share of their bookings that a caregiver kept, in whole percent, rounded down; null for fewer than
 * five.
 * @see docs/rules/bookings.md#completion-rate
 */
export function calculateCompletionRate({ bookings, canceled }: CompletionCounts): number | null {
  return bookings < BOOKINGS_MINIMUM ? null : Math.floor(((bookings - canceled) * 100) / bookings)
}
