/** Copies stored files out of the storage and back. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '../platform/errors.ts'
import type { Storage } from '../ports/storage/port.ts'
import { hashStream, writeHashed } from './hashed-file.ts'
import { type Manifest, toStoredFilePath } from './manifest.ts'

/** A file as the database names it: its key in the storage, and the hash of its content. */
export type FileRow = { key: string; sha256: string }

/**
 * Copies the files that the database's snapshot names into a backup's folder. A file that was deleted after
 * the snapshot is still in the trash, and is read from there.
 * @returns the copied files, and the keys of files that the storage has lost or changed
 */
export async function dumpFiles(
  storage: Storage,
  fileRows: FileRow[],
  folder: string,
): Promise<Pick<Manifest, 'files' | 'lostFiles'>> {
  const files: Manifest['files'] = []
  const lostFiles: string[] = []
  for (const { key, sha256 } of fileRows) {
    const copiedFile = await withStoredFile(storage, key, (content) =>
      writeHashed(toStoredFilePath(folder, key), content),
    )
    if (copiedFile) files.push({ key, ...copiedFile })
    if (copiedFile?.sha256 !== sha256) lostFiles.push(key)
  }
  return { files, lostFiles }
}

/**
 * Passes a stored file to `work`. A file in the trash is taken out, and put back afterwards.
 * @returns the result of `work`; null if there is no such file
 */
async function withStoredFile<Result>(
  storage: Storage,
  key: string,
  work: (content: Readable) => Promise<Result>,
): Promise<Result | null> {
  const storedFile = await readIfPresent(storage, key)
  if (storedFile) return work(storedFile)
  await storage.restore(key)
  const restored = await readIfPresent(storage, key)
  return restored && work(restored).finally(() => storage.discard(key))
}

/** The content of a stored file; null if there is none, or it is in the trash. */
async function readIfPresent(storage: Storage, key: string): Promise<Readable | null> {
  return storage.read(key).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  })
}

/** Puts the files of a backup into the storage, and reads each again to compare it. */
export async function loadFiles(storage: Storage, files: Manifest['files'], folder: string): Promise<void> {
  for (const { key, bytes, sha256 } of files) {
    await storage.put(key, { bytes, read: () => createReadStream(toStoredFilePath(folder, key)) })
    const storedDigest = await hashStream(await storage.read(key))
    if (storedDigest.sha256 !== sha256)
      throw new Error(`${storage.name} did not keep the file ${key} as it is.`)
  }
}

/**
 * Requires a storage that is empty, or that belongs to this installation.
 * @throws Error with a message for the operator
 */
export async function requireFreeStorage(storage: Storage, installationId: string | null): Promise<void> {
  const marker = await storage.readMarker()
  if (marker !== null && marker === installationId) return
  let isEmpty = marker === null
  if (isEmpty) for await (const _ of storage.list()) isEmpty = false
  if (!isEmpty) throw new Error(`There are other files in ${storage.name}. Restore into an empty storage.`)
}
