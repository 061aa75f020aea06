/** Chance that is the same at every start: a small generator (mulberry32) on a fixed seed. */
export type Chance = {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** `count` different items, in the list's own order. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const left = items.map((_, index) => index)
    const chosen = new Set<number>()
    while (chosen.size < Math.min(count, items.length)) {
      chosen.add(left.splice(between(0, left.length - 1), 1)[0] as number)
    }
    return items.filter((_, index) => chosen.has(index))
  }
  return { next, between, pick, some }
}
