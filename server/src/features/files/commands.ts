import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { audit, lockUser } from '../people/index.ts'
import type { AcceptedFile } from './checking/accepted-file.ts'
import type { FileKind } from './checking/file-kind.ts'
import { type FileRow, findPrivateFile, listFiles } from './queries.ts'
import { canOpenFile } from './serving/access.ts'
import { type FileLink, isValidFileLink } from './serving/links.ts'
import { deleteFiles, insertFile, type StoredFile, sumUploadedBytes } from './store.ts'
import { createStorageKey } from './storing/storage-key.ts'

/** How much storage the files of one person may take in all. @see docs/rules/profiles-and-files.md#uploads */
const QUOTA_MB = 100
const QUOTA_BYTES = QUOTA_MB * 1024 * 1024

type StoringDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'storage'>

type FileIds<Accepted> = { [Name in keyof Accepted]: string }

/**
 * Stores accepted files, then inserts their rows and calls `record` in one transaction, under the owner's
 * lock.
 * @param accepted the files by their purpose, such as `certificate`
 * @param record stores the ids of the new files where they belong. It returns the ids of the files that they
 *   replace: the rows of these are deleted in the same transaction, and their bytes go to the trash after it
 * @returns the ids of the new files, by their purpose
 * @throws AppError 413 if the owner's files would exceed 100 MB, and whatever `record` throws; the new files
 *   are then erased
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function keepFiles<Accepted extends Partial<Record<string, AcceptedFile>>>(
  deps: StoringDeps,
  ownerId: number,
  accepted: Accepted,
  record: (transaction: Transaction, fileIds: FileIds<Accepted>) => Promise<string[]>,
): Promise<FileIds<Accepted>> {
  const storedFiles: StoredFile[] = []
  const ids: Record<string, string> = {}
  try {
    for (const [name, file] of Object.entries(accepted)) {
      if (!file) continue
      const row = await storeFile(deps, ownerId, name, file)
      storedFiles.push(row)
      ids[name] = row.id
    }
    const fileIds = ids as FileIds<Accepted>
    const replacedKeys = await withTransaction(deps.database, async (transaction) => {
      await lockUser(transaction, ownerId)
      for (const file of storedFiles) await insertFile(transaction, file)
      const keys = await deleteFiles(transaction, await record(transaction, fileIds))
      if ((await sumUploadedBytes(transaction, ownerId)) > QUOTA_BYTES) throw quotaExceeded()
      return keys
    })
    await discardBytes(deps, replacedKeys)
    return fileIds
  } catch (error) {
    // After any other error the commit may have happened. The sweep erases the bytes if there are no rows.
    if (error instanceof AppError) await eraseBytes(deps, storedFiles)
    throw error
  }
}

/**
 * Calls `record` in a transaction and removes the files that are no longer referred to: their rows in the
 * same transaction; their bytes go to the trash after it.
 * @param record removes references to files, and returns the ids of these files
 */
export async function releaseFiles(
  deps: StoringDeps,
  record: (transaction: Transaction) => Promise<string[]>,
): Promise<void> {
  const keys = await withTransaction(deps.database, async (transaction) =>
    deleteFiles(transaction, await record(transaction)),
  )
  await discardBytes(deps, keys)
}

/**
 * Erases files at once, without the trash: first the bytes and then the row, so that after a crash the row
 * still says what to erase. Safe to repeat.
 * @param selection all files of an owner, or those of one kind, without the ids in `except`
 * @param release removes the references to a file, in the transaction that deletes its row
 * @returns how many files were erased
 */
export async function eraseFiles(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  { except = [], ...selection }: { ownerId: number; kind?: FileKind; except?: readonly string[] },
  release: (transaction: Transaction, fileId: string) => Promise<unknown> = async () => {},
): Promise<number> {
  const filesToErase = (await listFiles(database, selection)).filter(({ id }) => !except.includes(id))
  for (const { id, storageKey } of filesToErase) {
    await storage.erase(storageKey)
    await withTransaction(database, async (transaction) => {
      await release(transaction, id)
      await deleteFiles(transaction, [id])
    })
  }
  return filesToErase.length
}

function quotaExceeded(): AppError {
  const detail = `Your files may take up ${QUOTA_MB} MB in all, and this one would exceed that. Please contact support`
  return new AppError(413, 'quota_exceeded', detail)
}

type RemovingDeps = Pick<Deps, 'log' | 'storage'>

/** Moves the bytes of deleted rows to the trash. The sweep moves those for which this fails. */
async function discardBytes({ log, storage }: RemovingDeps, storageKeys: string[]): Promise<void> {
  for (const key of storageKeys) {
    await storage.discard(key).catch((error: unknown) => log.warn({ err: error }, 'a file was not discarded'))
  }
}

/** Erases the bytes of files that never got a row. The sweep erases those for which this fails. */
async function eraseBytes({ log, storage }: RemovingDeps, storedFiles: StoredFile[]): Promise<void> {
  for (const { storageKey } of storedFiles) {
    await storage
      .erase(storageKey)
      .catch((error: unknown) => log.warn({ err: error }, 'a file was not erased'))
  }
}

/** Writes an accepted file to storage, outside any transaction. @returns the row to insert for it */
async function storeFile(
  deps: Pick<Deps, 'clock' | 'storage'>,
  ownerId: number,
  purpose: string,
  { kind, content, contentType, originalName }: AcceptedFile,
): Promise<StoredFile> {
  const storageKey = createStorageKey(kind)
  const hash = createHash('sha256')
  const contentBytes = content.read()
  for await (const chunk of contentBytes instanceof Uint8Array ? [contentBytes] : contentBytes)
    hash.update(chunk)
  await deps.storage.put(storageKey, content)
  return {
    id: randomUUID(),
    ownerId,
    kind,
    contentType,
    bytes: content.bytes,
    sha256: hash.digest('hex'),
    storageKey,
    originalName,
    purpose,
    createdAt: deps.clock.now(),
  }
}

/**
 * Counts that a member of staff opens a document of a person, before the opening is audited.
 * @returns whether the opening counts against the daily limit
 * @throws AppError 429 if they opened records or documents of too many people within a day
 */
export type CountOpening = (
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  opening: { actorId: number; personId: number },
) => Promise<boolean>

/**
 * Finds the file of a signed link. If the viewer is not the owner and the file is not a photo, an entry in
 * the audit log is committed before the file is returned.
 * @param caller.viewerId the person whose session the call has; null if it has none
 * @param caller.address the caller's network address, for the audit log
 * @param countOpening counts that staff open a document
 * @throws AppError 404 for a link that is forged, expired or another person's, and for a viewer who may not
 *   open the file (any more); 429 from `countOpening`
 * @see docs/rules/profiles-and-files.md#file-links
 */
export async function openFileLink(
  deps: Deps,
  link: FileLink,
  { viewerId, address }: { viewerId: number | null; address: string },
  countOpening: CountOpening,
): Promise<FileRow> {
  if (!isValidFileLink(deps, link) || link.viewer !== viewerId) throw notFound()
  const fileAndViewer = await findPrivateFile(deps.database, link.fileId, link.viewer)
  if (!fileAndViewer || !canOpenFile(fileAndViewer.viewer, fileAndViewer.file)) throw notFound()
  const { file, viewer } = fileAndViewer
  // Photos are left out: the audit log, and the list that owners see, are about opened documents.
  if (viewer.id !== file.ownerId && file.kind !== 'avatar') {
    await withTransaction(deps.database, async (transaction) => {
      const opening = { actorId: viewer.id, personId: file.ownerId }
      const isCounted = file.kind === 'document' && (await countOpening(transaction, deps, opening))
      await audit(transaction, {
        at: deps.clock.now(),
        actorId: viewer.id,
        action: 'document.opened',
        subject: `user:${file.ownerId}`,
        after: {
          file: file.id,
          ...(file.kind === 'document' && { document: file.purpose }),
          ...(isCounted && { isCounted }),
        },
        address,
      })
    })
  }
  return file
}
