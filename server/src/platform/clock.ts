/**
 * The product's time. Features read it instead of the machine's clock, so that `/dev/clock` can move it for
 * all of them.
 */
export type Clock = {
  now(): Date
  /** How far `/dev/clock` has moved the product's time ahead, in milliseconds. */
  offsetMs(): number
}

/**
 * The real time, in ms since 1970, without the shift by `/dev/clock`. Webhooks are signed and checked by this
 * time, which payment providers have too.
 */
export function readUnshiftedMs(clock: Clock): number {
  return clock.now().getTime() - clock.offsetMs()
}

export type ShiftableClock = Clock & {
  /** Sets how far the product's time is ahead of the real time. */
  shiftTo(offsetMs: number): void
  /** Sets the time without the shift, for a machine whose own clock is wrong. */
  correct(nowMs: number): void
}

/**
 * Creates a clock that starts at the machine's time, and runs on steadily even if the machine's time jumps.
 * @param offsetMs how far ahead of the machine's time the clock starts
 */
export function createClock(offsetMs = 0): ShiftableClock {
  let aheadMs = offsetMs
  let startMs = Date.now() - performance.now()
  return {
    now: () => new Date(startMs + performance.now() + aheadMs),
    offsetMs: () => aheadMs,
    shiftTo: (newOffsetMs) => {
      aheadMs = newOffsetMs
    },
    correct: (nowMs) => {
      startMs = nowMs - performance.now()
    },
  }
}
