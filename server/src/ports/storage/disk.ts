import { mkdirSync } from 'node:fs'
import { type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { notFound, orFullDisk } from '../../platform/errors.ts'
import type { Storage } from './port.ts'

/** What no path can be made of: it has neither a separator nor a dot. */
const KEY_FORM = /^[A-Za-z0-9_-]{1,128}$/
const UNFINISHED = '.part'
const LISTED_FORM = /^[A-Za-z0-9_-]{1,128}(\.part)?$/

/** Files under `files` of the data folder. @param dataDir the product's data folder */
export function createDiskStorage(dataDir: string): Storage {
  const folder = path.resolve(dataDir, 'files')
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const pathOf = (key: string): string => {
    if (!KEY_FORM.test(key)) throw new Error('A storage key has another form')
    return path.join(folder, key)
  }

  return {
    async put(key, content) {
      const target = pathOf(key)
      const unfinished = target + UNFINISHED
      try {
        await writeDurably(unfinished, content)
        await rename(unfinished, target)
        await flush(folder)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw orFullDisk(error)
      }
    },
    async read(key) {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? notFound() : error
      })
      return file.createReadStream()
    },
    async remove(key) {
      if (!LISTED_FORM.test(key)) throw new Error('A storage key has another form')
      await rm(path.join(folder, key), { force: true })
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!LISTED_FORM.test(entry.name)) continue
        const written = await stat(path.join(folder, entry.name)).catch(() => null)
        if (written?.isFile()) yield { key: entry.name, ageMs: Date.now() - written.mtimeMs }
      }
    },
  }
}

async function writeDurably(file: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  await withHandle(await open(file, 'wx', 0o600), async (handle) => {
    // Node takes chunks as well, of which its types say nothing.
    await handle.writeFile(content as Uint8Array)
    await handle.sync()
  })
}

/** Makes a new name survive a power failure. */
async function flush(folder: string): Promise<void> {
  await withHandle(await open(folder, 'r'), (handle) => handle.sync())
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
