import { plural } from '../../lib/format.ts'

/** The console's lists are counted, and can be leafed through, up to here; the server says one more beyond. */
const REACH = 10_000

/** `3 requests`, `10,000+ requests`. */
export function countWord(count: number, one: string): string {
  return count > REACH ? `10,000+ ${one}s` : plural(count, one)
}

/** How many rows can be leafed through. */
export function reachable(count: number): number {
  return Math.min(count, REACH)
}
