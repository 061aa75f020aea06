/**
 * Outside production, a header of every API response: how many ms the product's clock is ahead of the
 * machine's.
 */
export const CLOCK_AHEAD_HEADER = 'x-clock-ahead-ms'
