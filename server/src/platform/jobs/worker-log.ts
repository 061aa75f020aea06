import { Logger } from 'graphile-worker'
import type { Log } from '../log.ts'

/** Writes the job queue's messages to our log; everything below a warning at the debug level. */
export function createWorkerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: true }, message)
    else if (level === 'warning') log.warn({ queue: true }, message)
    else log.debug({ queue: true }, message)
  })
}
