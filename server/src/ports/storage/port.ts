import type { Readable } from 'node:stream'

/** Stores bytes by key. Callers must not assume a disk. */
export type Storage = {
  /** Stores the bytes durably before it resolves. @throws AppError 503 when the storage is full */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** @throws AppError 404 for an unknown key */
  read(key: string): Promise<Readable>
  /** Does nothing for an unknown key. */
  remove(key: string): Promise<void>
  /**
   * All keys, including files that a crash left half written, for the sweep of orphans. `ageMs` is by the storage's
   * own time, which `/dev/clock` does not move.
   */
  list(): AsyncIterable<{ key: string; ageMs: number }>
}
