import { AppError } from '../../../platform/errors.ts'

/** Bytes that all uploads in flight in this process may use on the disk together. */
const QUOTA_BYTES = 256 * 1024 * 1024
let usedBytes = 0

/** What one upload call uses of the quota. */
export type UploadQuota = {
  /** @throws AppError 503 when the quota is used up */
  add(bytes: number): void
  /** Gives back everything this call has added. */
  release(): void
}

/**
 * Creates the quota of one upload call, which the call must release.
 * @see docs/rules/profiles-and-files.md#uploads
 */
export function acquireUploadQuota(): UploadQuota {
  let ownBytes = 0
  return {
    add(bytes) {
      if (usedBytes + bytes > QUOTA_BYTES) {
        throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
      }
      usedBytes += bytes
      ownBytes += bytes
    },
    release() {
      usedBytes -= ownBytes
      ownBytes = 0
    },
  }
}
