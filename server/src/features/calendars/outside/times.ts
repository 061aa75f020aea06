import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { Interval, Zone } from '@tendwell/contract/time'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

export type TimesProblem = 'not_calendar' | 'too_many_times' | 'too_complex'

const TIMEOUT_MS = 10_000
const MAX_HEAP_MB = 128
/** How many busy times a calendar can have, after those that touch or overlap were merged. */
const MAX_TIMES = 5_000
/** How many occurrences of events a calendar can have before they are merged. */
const MAX_OCCURRENCES = 20_000

/**
 * The worker is plain JavaScript that is not compiled. This path leads to it from the sources and from the
 * build alike.
 */
const workerFile = new URL('../../../../src/features/calendars/outside/worker.mjs', import.meta.url)

/** Calendars are parsed one at a time, to bound the memory. */
const enqueue = createWorkQueue({ concurrency: 1, maxWaiting: 100 })

/** A calendar's text and what is needed to find the busy times of an interval in it. */
export type Source = {
  text: string
  /** The zone of whole days and of times without a zone, unless the calendar names its own. */
  timezone: Zone
  /** Events whose UID matches are left out. */
  ownUidPattern: RegExp
  /** Email addresses of the calendar's owner. Invitations that the owner declined don't count as busy. */
  owners: readonly string[]
} & Interval

/** Busy times by start, none overlapping another, and how many events can't be read. */
export type BusyTimes = { busy: Interval[]; unread: number }

/**
 * The busy times of a calendar (iCalendar text) that touch an interval, or why it can't be read.
 * @throws AppError 503 when too many calendars wait to be parsed
 * @see docs/rules/calendars.md#busy-times
 */
export async function findBusyTimes(source: Source): Promise<BusyTimes | TimesProblem> {
  const parsed = await enqueue(() => parseInThread(source))
  if (typeof parsed === 'string') return parsed
  const busy = mergeAdjacent(parsed.times)
  return busy.length > MAX_TIMES ? 'too_many_times' : { busy, unread: parsed.unread }
}

/**
 * Parses a calendar in a thread of its own, so that one that takes too much time or memory doesn't end the
 * node.
 */
async function parseInThread(source: Source): Promise<{ times: Interval[]; unread: number } | TimesProblem> {
  const thread = new Worker(workerFile, {
    workerData: { ...source, limit: MAX_OCCURRENCES },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  try {
    const [result] = await once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return result
  } catch {
    return 'too_complex'
  } finally {
    await thread.terminate()
  }
}
