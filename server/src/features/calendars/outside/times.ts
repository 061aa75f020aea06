import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { Interval, Zone } from '@tendwell/contract/time'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

export type TimesProblem = 'not_calendar' | 'too_many_times' | 'too_complex'

const TIMEOUT_MS = 10_000
const MAX_HEAP_MB = 128
/** Once those that touch are one. */
const MAX_TIMES = 5_000
/** Before, with events that overlap. */
const MAX_OCCURRENCES = 20_000

/**
 * Outside of the build, because the compiler leaves it as it is; the path is the same from the sources and
 * the build.
 */
const worker = new URL('./worker.mjs', import.meta.url)

/** Reading one calendar at a time bounds the memory. */
const enqueue = createWorkQueue({ concurrency: 1, maxWaiting: 100 })

export type Source = {
  text: string
  /** Of whole days and of times without a zone, unless the calendar names its own. */
  timezone: Zone
  /** UIDs of events to leave out. */
  ownUid: RegExp
  /** Addresses of the calendar's owner, whose declined invitations are free. */
  owners: readonly string[]
} & Interval

/** Busy times by start and apart from each other, and how many events can't be read. */
export type Times = { busy: Interval[]; unread: number }

/**
 * The busy times of a calendar (iCalendar text) that touch an interval, or why it can't be read.
 * @throws AppError 503 when too many wait
 * @see docs/rules/calendars.md#busy-times
 */
export async function findBusyTimes(source: Source): Promise<Times | TimesProblem> {
  const found = await enqueue(() => readInThread(source))
  if (typeof found === 'string') return found
  const busy = mergeAdjacent(found.times)
  return busy.length > MAX_TIMES ? 'too_many_times' : { busy, unread: found.unread }
}

/** A thread that runs out of time or memory ends alone. */
async function readInThread(source: Source): Promise<{ times: Interval[]; unread: number } | TimesProblem> {
  const thread = new Worker(worker, {
    workerData: { ...source, limit: MAX_OCCURRENCES },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  try {
    const [found] = await once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return found
  } catch {
    return 'too_complex'
  } finally {
    await thread.terminate()
  }
}
