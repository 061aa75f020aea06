/** A seeded generator (mulberry32), so that every start makes the same demo. */
export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** `count` different items, in the order of the list. */
  sample<Item>(items: readonly Item[], count: number): Item[]
  /**
   * A generator of its own, for work that runs beside other work: the order of their draws doesn't matter
   * then.
   */
  split(): Random
}

/** The constants are those of mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item
  const sample = <Item>(items: readonly Item[], count: number): Item[] => {
    const remaining = items.map((_, index) => index)
    const chosen = new Set<number>()
    while (chosen.size < Math.min(count, items.length)) {
      chosen.add(remaining.splice(between(0, remaining.length - 1), 1)[0] as number)
    }
    return items.filter((_, index) => chosen.has(index))
  }
  const split = () => createRandom(between(0, 0xffffffff))
  return { next, between, pick, sample, split }
}
