import { sql } from 'drizzle-orm'
import type { ShiftableClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const CHECK_MS = 10_000
/**
 * Smaller differences are ignored, so that the time doesn't jitter. So is an answer of the database that
 * takes longer than this.
 */
const TOLERANCE_MS = 500
/** A larger correction is written to the log. */
const REPORTED_MS = 5_000

/**
 * Keeps the clock at the database's time, so that all nodes have the same time. Otherwise a token that one
 * node signs could look expired to another node whose machine is ahead.
 */
export function followDatabaseClock(
  { database, log }: { database: Database; log: Log },
  clock: ShiftableClock,
): { start(): Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const check = async () => {
    const askedAtMs = performance.now()
    const answer = await database
      .execute<{ ms: number }>(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`)
      .catch(() => null)
    const tookMs = performance.now() - askedAtMs
    // The database read its clock about halfway between the question and the answer. Without an answer the
    // difference is NaN, and nothing is corrected.
    const nowMs = (answer?.rows[0]?.ms ?? Number.NaN) + tookMs / 2
    const differenceMs = nowMs + clock.offsetMs() - clock.now().getTime()
    if (tookMs < TOLERANCE_MS && Math.abs(differenceMs) > TOLERANCE_MS) {
      clock.correct(nowMs)
      if (Math.abs(differenceMs) > REPORTED_MS) log.warn({ differenceMs }, 'the clock was corrected')
    }
    if (!isStopped) timer = setTimeout(check, CHECK_MS).unref()
  }
  return {
    start: check,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
