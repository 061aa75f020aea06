import { AppError } from './errors.ts'

/** Runs work when its turn comes, in the order of asking. @throws AppError 503 when too many wait already */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A queue with a bound on both ends, for work that is heavy on the processor or the memory. */
export function createTurns({ atOnce, waitingMaximum }: { atOnce: number; waitingMaximum: number }): InTurn {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMaximum) {
        throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
      }
      // Whoever ends hands its place over, so `running` does not change here.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
