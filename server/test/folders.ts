/** Where tests keep their databases and files. */
import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3
/** Names the process that made the folder. */
const NAME = /^tendwell-[a-z0-9]+-(\d+)-/

/** In memory if that has room: a disk takes up to a second for the thousand files of a test database. */
const root = hasRoom(MEMORY) ? MEMORY : tmpdir()

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > NEEDED_BYTES
}

/**
 * Makes an empty folder. If this process is killed, the next run removes it.
 * @param kind letters and digits
 */
export async function makeTestFolder(kind: string, parent = root): Promise<string> {
  const folder = await mkdtemp(path.join(parent, `tendwell-${kind}-${process.pid}-`))
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o711)
  return folder
}

/** The folders of processes that no longer run. */
export async function listLeftFolders(): Promise<string[]> {
  const names = await readdir(root)
  return names
    .filter((name) => {
      const [, pid] = NAME.exec(name) ?? []
      return pid !== undefined && !isRunning(Number(pid))
    })
    .map((name) => path.join(root, name))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
