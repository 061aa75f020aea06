/** Where tests keep their databases and files. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > NEEDED_BYTES
}

/** In memory if that has room: a disk takes up to a second for the thousand files of a test database. */
export const testFolder = hasRoom(MEMORY) ? MEMORY : tmpdir()
