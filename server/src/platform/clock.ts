/**
 * The product's time. Features read it instead of the system clock, so that `/dev/clock` moves everything.
 */
export type Clock = {
  now(): Date
  /** How far `/dev/clock` has moved the product's time ahead, in milliseconds. */
  offsetMs(): number
}

/** The time that others know, in ms since 1970: without the shift. Signatures age by it. */
export function readUnshiftedMs(clock: Clock): number {
  return clock.now().getTime() - clock.offsetMs()
}

export type ShiftableClock = Clock & {
  shiftTo(offsetMs: number): void
  /** Sets the time before that shift, for a machine whose own clock is wrong. */
  correct(nowMs: number): void
}

/**
 * Starts at the machine's time and goes on steadily when that jumps.
 * @param offsetMs how far it starts ahead
 */
export function createClock(offsetMs = 0): ShiftableClock {
  let aheadMs = offsetMs
  let startMs = Date.now() - performance.now()
  return {
    now: () => new Date(startMs + performance.now() + aheadMs),
    offsetMs: () => aheadMs,
    shiftTo: (next) => {
      aheadMs = next
    },
    correct: (nowMs) => {
      startMs = nowMs - performance.now()
    },
  }
}
