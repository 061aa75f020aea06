import { plural } from '../../../lib/format/format.ts'

/**
 * The most rows that the console's lists count and page through.
 * @see docs/rules/console.md#lists-and-filters
 */
export const MAX_ROWS = 10_000

/** `3 requests`, `10,000+ requests`. */
export function formatRowCount(count: number, noun: string): string {
  return count > MAX_ROWS ? `10,000+ ${noun}s` : plural(count, noun)
}
