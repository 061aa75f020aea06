import { AppError } from '../../platform/errors.ts'

/**
 * What the uploads of this process may hold in memory at once, in bytes: their files and the picture that is being
 * decoded. What the parser and the decoder take for themselves comes on top. One call of three
 * files of 10 MB with the largest picture that is opened whole fits, so nobody is refused for ever.
 */
const BUDGET = 80 * 1024 * 1024
let held = 0

/** A share of the memory of uploads; it grows by `add` and must be released. */
export type MemoryShare = {
  /** @throws AppError 503 when the uploads of this moment fill the memory */
  add(bytes: number): void
  release(): void
}

export function holdMemory(): MemoryShare {
  let mine = 0
  return {
    add(bytes) {
      if (held + bytes > BUDGET) {
        throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
      }
      held += bytes
      mine += bytes
    },
    release() {
      held -= mine
      mine = 0
    },
  }
}
