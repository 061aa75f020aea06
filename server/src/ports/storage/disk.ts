import { mkdirSync } from 'node:fs'
import { type FileHandle, open, opendir, readFile, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import path from 'node:path'
import { notFound, toFullDiskError } from '../../platform/errors.ts'
import { isStorageKey, requireKey } from './keys.ts'
import type { Content, Storage, StoredFile } from './port.ts'

const PARTIAL_SUFFIX = '.part'
/** A disk with fewer free bytes counts as full. */
const LEAST_FREE_BYTES = 100_000_000

/**
 * Stores files in the data folder: in `files`, with the `trash` beside it. The marker, a file `installation`,
 * has the id of the installation that they belong to.
 */
export function createDiskStorage(
  dataDir: string,
  { leastFreeBytes = LEAST_FREE_BYTES }: { leastFreeBytes?: number } = {},
): Storage {
  const root = path.resolve(dataDir)
  const folders = { files: path.join(root, 'files'), trash: path.join(root, 'trash') }
  const marker = path.join(root, 'installation')
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 })

  const toPath = (folder: keyof typeof folders, key: string) => path.join(folders[folder], requireKey(key))

  return {
    name: `the folder ${root}`,
    put: (key, content) =>
      // The file is written in the trash first, so that a crash leaves a half-written file there.
      writeSafely(toPath('files', key), content, toPath('trash', key) + PARTIAL_SUFFIX),
    async read(key, range) {
      const file = await open(toPath('files', key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? notFound() : error
      })
      return file.createReadStream(range)
    },
    async check() {
      const { bavail, bsize } = await statfs(folders.files)
      return bavail * bsize < leastFreeBytes ? 'full' : 'ok'
    },
    list: () => listFolder(folders.files),
    async discard(key) {
      const file = toPath('files', key)
      // The time of the file's change says since when it is in the trash.
      const now = new Date()
      await utimes(file, now, now)
        .then(() => rename(file, toPath('trash', key)))
        .catch(ignoreMissing)
    },
    async restore(key) {
      await rename(toPath('trash', key), toPath('files', key)).catch(ignoreMissing)
    },
    async erase(key) {
      await rm(toPath('files', key), { force: true })
      await rm(toPath('trash', key), { force: true })
      await rm(toPath('trash', key) + PARTIAL_SUFFIX, { force: true })
    },
    listTrash: () => listFolder(folders.trash),
    readMarker: () => readFile(marker, 'utf8').then((text) => text.trim(), ignoreMissing),
    async writeMarker(installationId) {
      const bytes = Buffer.from(`${installationId}\n`)
      await writeSafely(marker, { bytes: bytes.length, read: () => bytes }, marker + PARTIAL_SUFFIX)
    },
  }
}

/** Lists complete and half-written files by their keys. */
async function* listFolder(folder: string): AsyncIterable<StoredFile> {
  for await (const { name } of await opendir(folder)) {
    const key = name.endsWith(PARTIAL_SUFFIX) ? name.slice(0, -PARTIAL_SUFFIX.length) : name
    if (!isStorageKey(key)) continue
    const stats = await stat(path.join(folder, name)).catch(ignoreMissing)
    if (stats?.isFile()) yield { key, bytes: stats.size, ageMs: Date.now() - stats.mtimeMs }
  }
}

/** Writes to the partial file, flushes it and renames it. @throws AppError 503 when the disk is full */
async function writeSafely(targetPath: string, content: Content, partialPath: string): Promise<void> {
  try {
    await withHandle(await open(partialPath, 'w', 0o600), async (handle) => {
      // The cast is for the types: Node also accepts an async iterable here.
      await handle.writeFile(content.read() as Uint8Array)
      await handle.sync()
    })
    await rename(partialPath, targetPath)
    // Flushes the folder too, so that the renaming survives a power failure.
    await withHandle(await open(path.dirname(targetPath), 'r'), (handle) => handle.sync())
  } catch (error) {
    await rm(partialPath, { force: true })
    throw toFullDiskError(error)
  }
}

/** Runs `work` with an open file, and closes the file in any case. */
async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}

/** For `catch`: null if the file doesn't exist. @throws any other error */
function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
