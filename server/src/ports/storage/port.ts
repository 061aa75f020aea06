import type { Readable } from 'node:stream'

/** Bytes by key. No caller may assume a disk. */
export type Storage = {
  /** Keeps the bytes; when it answers, they survive a crash. @throws AppError 503 when there is no room */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** @throws AppError 404 when nothing is kept under the key */
  read(key: string): Promise<Readable>
  /** Removes what is kept under the key, if anything is. */
  remove(key: string): Promise<void>
  /**
   * Every key kept, and what a crash left half written, for the sweep of orphans. `ageMs` is how long ago it was
   * written by the storage's own time, which `/dev/clock` does not move.
   */
  list(): AsyncIterable<{ key: string; ageMs: number }>
}
