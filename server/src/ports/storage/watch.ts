import { formatError, type Log } from '../../platform/log.ts'
import type { Storage } from './port.ts'

const CHECK_MS = 5_000

export type StorageWatch = {
  /** The result of the latest check; `unavailable` if the storage can't be reached. */
  state(): 'ok' | 'full' | 'unavailable'
  start(): Promise<void>
  stop(): void
}

/**
 * Creates the watch, which checks every 5 seconds whether files can be stored.
 * @see docs/operations.md#readiness
 */
export function watchStorage(storage: Storage, log: Log): StorageWatch {
  let state: ReturnType<StorageWatch['state']> = 'ok'
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const check = async () => {
    let reason = `less than 100 MB are free in ${storage.name}`
    const newState = await storage.check().catch((error: Error) => {
      reason = formatError(error.cause ?? error)
      return 'unavailable' as const
    })
    if (isStopped) return
    if (newState !== state) {
      if (newState === 'ok') log.info('files can be stored again')
      else log.error({ reason }, "files can't be stored")
    }
    state = newState
    timer = setTimeout(check, CHECK_MS)
  }

  return {
    state: () => state,
    start: check,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
