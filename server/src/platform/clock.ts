/** The product's time. Features read it instead of the system clock, so that `/dev/clock` moves everything. */
export type Clock = {
  now(): Date
  /** How far the product's time is ahead of the system clock, in milliseconds. */
  offsetMs(): number
}

export type ShiftableClock = Clock & { shiftTo(offsetMs: number): void }

/** Creates a clock that can be moved. @param offsetMs how far it starts ahead of the system clock */
export function createClock(offsetMs = 0): ShiftableClock {
  let currentMs = offsetMs
  return {
    now: () => new Date(Date.now() + currentMs),
    offsetMs: () => currentMs,
    shiftTo: (next) => {
      currentMs = next
    },
  }
}
