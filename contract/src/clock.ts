/** Outside production, on every answer of the API: how far the product's clock is ahead of the machine's, in ms. */
export const CLOCK_AHEAD_HEADER = 'x-clock-ahead-ms'
