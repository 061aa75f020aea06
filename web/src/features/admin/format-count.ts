import { plural } from '../../lib/format.ts'

/** How far the console's long lists are counted and paged. @see docs/rules/console.md#lists-and-filters */
export const MAX_ROWS = 10_000

/** `3 requests`, `10,000+ requests`. */
export function formatCount(count: number, noun: string): string {
  return count > MAX_ROWS ? `10,000+ ${noun}s` : plural(count, noun)
}
