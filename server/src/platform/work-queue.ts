import PQueue from 'p-queue'
import { AppError } from './errors.ts'

export type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A bounded queue, for work that is heavy on the processor, memory or database connections.
 * @returns runs `work` once a place is free, in the order of the calls
 * @throws AppError 503 `overloaded` from a call if `maxWaiting` others wait already
 */
export function createWorkQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number
  maxWaiting: number
}): Enqueue {
  const queue = new PQueue({ concurrency })
  return async (work) => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting) {
      throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
    }
    return queue.add(work)
  }
}
