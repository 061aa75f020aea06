import { createHash, type Hash } from 'node:crypto'
import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Storage, StoredFile } from '../../../ports/storage/port.ts'
import { files } from '../tables.ts'
import { markCopy, requireCopyTarget } from './installation.ts'

const PARALLEL_COPIES = 8
const BATCH_SIZE = 1_000

type CopyInput = { database: Database; from: Storage; to: Storage }

export type CopyResult = {
  copied: number
  copiedBytes: number
  /** How many files the target had already. */
  skipped: number
  /**
   * A sentence for each file that is missing or damaged in the target. If there is none, the target can be
   * used.
   */
  problems: string[]
}

/**
 * Copies all stored files from one storage to another and reads each copy back to compare it. Files that the
 * target has already with the same size are skipped. When the target has every file of the database, it gets
 * the marker that says which database it belongs to.
 * @throws WrongStorageError if one of the storages is not this database's
 * @see docs/operations.md#files
 */
export async function copyStorage({ database, from, to }: CopyInput): Promise<CopyResult> {
  await requireCopyTarget(database, from, to)
  /** The size of each file that the target has, by its key. */
  const bytesInTarget = new Map<string, number>()
  for await (const { key, bytes } of to.list()) bytesInTarget.set(key, bytes)
  const problems = new Map<string, string>()
  const result = { copied: 0, copiedBytes: 0, skipped: 0 }

  /** Copies a file, and records that or the problem. */
  const copyOne = async (file: StoredFile) => {
    const problem = await copyFile({ database, from, to }, file)
    if (problem) return problems.set(file.key, problem)
    bytesInTarget.set(file.key, file.bytes)
    result.copied += 1
    result.copiedBytes += file.bytes
  }
  let batch: StoredFile[] = []
  for await (const file of from.list()) {
    if (bytesInTarget.get(file.key) === file.bytes) result.skipped += 1
    else batch.push(file)
    if (batch.length < PARALLEL_COPIES) continue
    await Promise.all(batch.map(copyOne))
    batch = []
  }
  await Promise.all(batch.map(copyOne))
  for await (const { id, storageKey } of listFileRows(database)) {
    if (!bytesInTarget.has(storageKey) && !problems.has(storageKey)) {
      problems.set(storageKey, `The file ${id} is not in ${to.name}.`)
    }
  }
  if (problems.size === 0) await markCopy(from, to)
  return { ...result, problems: [...problems.values()] }
}

/**
 * Copies a file, and erases the copy if it is damaged, so that the next run copies it again.
 * @returns what is wrong, as a sentence; null if nothing is
 */
async function copyFile(copying: CopyInput, file: StoredFile): Promise<string | null> {
  const problem = await copyAndCompare(copying, file)
  if (problem) await copying.to.erase(file.key)
  return problem
}

/** Copies a file, and compares the hash of what was read with that of the copy and that in the database. */
async function copyAndCompare(
  { database, from, to }: CopyInput,
  { key, bytes }: StoredFile,
): Promise<string | null> {
  const [sentHash, receivedHash] = [createHash('sha256'), createHash('sha256')]
  try {
    await to.put(key, { bytes, read: () => readThrough(from, key, sentHash) })
    for await (const _chunk of readThrough(to, key, receivedHash));
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return `The file ${key} has just been replaced.`
    throw error
  }
  const sha256 = sentHash.digest('hex')
  if (receivedHash.digest('hex') !== sha256) return `The file ${key} is damaged in ${to.name}.`
  const [row] = await database.select().from(files).where(eq(files.storageKey, key))
  return row && row.sha256 !== sha256 ? `The file ${row.id} is damaged in ${from.name}.` : null
}

/** Reads a stored file and feeds each chunk to a hash. */
async function* readThrough(storage: Storage, key: string, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of await storage.read(key)) {
    hash.update(chunk)
    yield chunk
  }
}

/** Lists the files of the database in batches, by storage key. */
async function* listFileRows(database: Database): AsyncIterable<{ id: string; storageKey: string }> {
  for (let lastKey = ''; ; ) {
    const rows = await database
      .select({ id: files.id, storageKey: files.storageKey })
      .from(files)
      .where(gt(files.storageKey, lastKey))
      .orderBy(asc(files.storageKey))
      .limit(BATCH_SIZE)
    yield* rows
    if (rows.length < BATCH_SIZE) return
    lastKey = rows.at(-1)?.storageKey ?? ''
  }
}
