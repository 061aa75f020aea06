import type { Readable } from 'node:stream'

/** The content of a file, in memory or on the disk. `read` may be called more than once. */
export type Content = { bytes: number; read(): Uint8Array | AsyncIterable<Uint8Array> }

/** A part of a file: the positions of its first and last byte, counted from 0. */
export type ByteRange = { start: number; end: number }

/** A file in the storage. `ageMs` goes by the storage's own time, which `/dev/clock` does not move. */
export type StoredFile = { key: string; bytes: number; ageMs: number }

/** Thrown if the storage can't be used. The message says to the operator what is wrong. */
export class UnusableStorageError extends Error {}

/**
 * Stores bytes by key, on a disk or in a bucket. Each call throws AppError 503 if the storage is full or
 * can't be reached.
 */
export type Storage = {
  /** The storage's name for the operator, such as `the folder /srv/tendwell`. */
  name: string
  /** Stores the bytes. When it resolves, they survive a power failure. */
  put(key: string, content: Content): Promise<void>
  /** @throws AppError 404 for an unknown key and for one in the trash */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Whether files can be stored now. @returns `full` where less than 100 MB are free */
  check(): Promise<'ok' | 'full'>
  list(): AsyncIterable<StoredFile>
  /** Moves a file to the trash. Does nothing for an unknown key. */
  discard(key: string): Promise<void>
  /** Moves a file back from the trash. */
  restore(key: string): Promise<void>
  /** Erases a file for good, in the trash or not. Does nothing for an unknown key. */
  erase(key: string): Promise<void>
  /** Lists the trash. `ageMs` counts from when a file was discarded. */
  listTrash(): AsyncIterable<StoredFile>
  /** @returns the id of the installation that the files belong to; null if there is none yet */
  readMarker(): Promise<string | null>
  writeMarker(installationId: string): Promise<void>
}
