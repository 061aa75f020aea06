/** The product's time. Features ask it and never the machine, so that `/dev/clock` moves everything. */
export type Clock = {
  /** This instant of the product. */
  now(): Date
  /** How far the product's time is ahead of the machine's, in milliseconds. */
  offsetMs(): number
}

export type ShiftableClock = Clock & { shiftTo(offsetMs: number): void }

/** A clock that can be moved forward. @param offsetMs how far ahead of the machine's it starts */
export function createClock(offsetMs = 0): ShiftableClock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    shiftTo: (next) => {
      ahead = next
    },
  }
}
