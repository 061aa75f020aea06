import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

/** Lets the job queue speak in the program's own log; its chatter is for debugging alone. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: true }, message)
    else if (level === 'warning') log.warn({ queue: true }, message)
    else log.debug({ queue: true }, message)
  })
}
