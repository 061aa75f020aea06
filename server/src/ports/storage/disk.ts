import { mkdirSync } from 'node:fs'
import { type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { notFound, orFullDisk } from '../../platform/errors.ts'
import type { Storage } from './port.ts'

/** No separator and no dot, so a key cannot leave the folder. */
const KEY_PATTERN = /^[A-Za-z0-9_-]{1,128}$/
const PARTIAL_SUFFIX = '.part'
const LISTED_PATTERN = /^[A-Za-z0-9_-]{1,128}(\.part)?$/

/** Stores files in the `files` folder of the data folder. */
export function createDiskStorage(dataDir: string): Storage {
  const folder = path.resolve(dataDir, 'files')
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const toPath = (key: string): string => {
    if (!KEY_PATTERN.test(key)) throw new Error('Invalid storage key')
    return path.join(folder, key)
  }

  return {
    async put(key, content) {
      const target = toPath(key)
      const partial = target + PARTIAL_SUFFIX
      try {
        await writeAndSync(partial, content)
        await rename(partial, target)
        await syncFolder(folder)
      } catch (error) {
        await rm(partial, { force: true })
        throw orFullDisk(error)
      }
    },
    async read(key) {
      const file = await open(toPath(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? notFound() : error
      })
      return file.createReadStream()
    },
    async remove(key) {
      if (!LISTED_PATTERN.test(key)) throw new Error('Invalid storage key')
      await rm(path.join(folder, key), { force: true })
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!LISTED_PATTERN.test(entry.name)) continue
        const stats = await stat(path.join(folder, entry.name)).catch(() => null)
        if (stats?.isFile()) yield { key: entry.name, ageMs: Date.now() - stats.mtimeMs }
      }
    },
  }
}

async function writeAndSync(file: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  await withHandle(await open(file, 'wx', 0o600), async (handle) => {
    // Node also accepts an async iterable; its types here do not say so.
    await handle.writeFile(content as Uint8Array)
    await handle.sync()
  })
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  await withHandle(await open(folder, 'r'), (handle) => handle.sync())
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
