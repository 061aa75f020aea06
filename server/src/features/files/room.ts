import { AppError } from '../../platform/errors.ts'

/** What all uploads of this process may take on the disk at once, in bytes, before they are looked at and kept. */
const BUDGET = 256 * 1024 * 1024
let taken = 0

/** A share of the room for uploads; it grows by `add` and must be released. */
export type Room = {
  /** @throws AppError 503 when the uploads of this moment fill the room */
  add(bytes: number): void
  release(): void
}

export function takeRoom(): Room {
  let mine = 0
  return {
    add(bytes) {
      if (taken + bytes > BUDGET) {
        throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
      }
      taken += bytes
      mine += bytes
    },
    release() {
      taken -= mine
      mine = 0
    },
  }
}
