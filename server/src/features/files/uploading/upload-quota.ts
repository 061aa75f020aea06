import { AppError } from '../../../platform/errors.ts'

/** How many bytes on the disk all running uploads of this process may use together. */
const QUOTA_BYTES = 256 * 1024 * 1024
let usedBytes = 0

/** The share of the quota that one upload call uses. */
export type UploadQuota = {
  /** Takes bytes from the quota. @throws AppError 503 if the quota is used up */
  add(bytes: number): void
  /** Gives back all bytes that this call has taken. */
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
