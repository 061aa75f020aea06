import PQueue from 'p-queue'
import { AppError } from '../errors.ts'

export type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Creates a bounded queue for work that needs much CPU, memory or many database connections.
 * @returns a function that runs `work` when its turn comes, in the order of the calls. It throws AppError 503
 * `overloaded` if `maxWaiting` others are waiting already.
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
