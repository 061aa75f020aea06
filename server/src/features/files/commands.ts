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
import { deleteFiles, insertFile, type StoredFile, sumBytes } from './store.ts'
import { createStorageKey } from './storing/storage-key.ts'

/** What a person's files may take up in storage together. @see docs/rules/profiles-and-files.md#uploads */
const QUOTA_MB = 100
const QUOTA_BYTES = QUOTA_MB * 1024 * 1024

type StoringDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'storage'>

type FileIds<Accepted> = { [Name in keyof Accepted]: string }

/**
 * Stores accepted files, and calls `record` in the transaction that inserts their rows, under the owner's
 * lock.
 * @param accepted by what each is for
 * @param record stores who refers to the files, by their ids. It returns the ids of the files they replace,
 *   whose rows go in the same transaction and whose bytes go to the trash right after it.
 * @throws AppError 413 when the owner's files would exceed 100 MB; then, and whenever `record` refuses,
 *   nothing is kept
 * @returns the ids of the files
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function keepFiles<Accepted extends Partial<Record<string, AcceptedFile>>>(
  deps: StoringDeps,
  ownerId: number,
  accepted: Accepted,
  record: (transaction: Transaction, fileIds: FileIds<Accepted>) => Promise<string[]>,
): Promise<FileIds<Accepted>> {
  const stored: StoredFile[] = []
  const ids: Record<string, string> = {}
  try {
    for (const [name, file] of Object.entries(accepted)) {
      if (!file) continue
      const row = await storeFile(deps, ownerId, name, file)
      stored.push(row)
      ids[name] = row.id
    }
    const fileIds = ids as FileIds<Accepted>
    const replacedKeys = await withTransaction(deps.database, async (transaction) => {
      await lockUser(transaction, ownerId)
      for (const file of stored) await insertFile(transaction, file)
      const keys = await deleteFiles(transaction, await record(transaction, fileIds))
      if ((await sumBytes(transaction, ownerId)) > QUOTA_BYTES) throw quotaExceeded()
      return keys
    })
    await discardBytes(deps, replacedKeys)
    return fileIds
  } catch (error) {
    // After any other error the commit may have happened, so the sweep decides.
    if (error instanceof AppError) await eraseBytes(deps, stored)
    throw error
  }
}

/**
 * Calls `record` in a transaction and removes the files that it no longer refers to: their rows in the same
 * transaction, their bytes go to the trash right after it.
 * @param record returns the ids of those files
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
 * Erases files at once instead of leaving them in the trash: first the bytes, so that a crash in between
 * leaves a row to go on with, then the row. Safe to repeat.
 * @param release removes what refers to a file, in the transaction that deletes its row
 * @returns how many files there were
 */
export async function eraseFiles(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  { except = [], ...which }: { ownerId: number; kind?: FileKind; except?: readonly string[] },
  release: (transaction: Transaction, fileId: string) => Promise<unknown> = async () => {},
): Promise<number> {
  const found = (await listFiles(database, which)).filter(({ id }) => !except.includes(id))
  for (const { id, storageKey } of found) {
    await storage.erase(storageKey)
    await withTransaction(database, async (transaction) => {
      await release(transaction, id)
      await deleteFiles(transaction, [id])
    })
  }
  return found.length
}

function quotaExceeded(): AppError {
  const detail = `Your files may take up ${QUOTA_MB} MB in all, and this one would exceed that. Please contact support`
  return new AppError(413, 'quota_exceeded', detail)
}

type RemovingDeps = Pick<Deps, 'log' | 'storage'>

/** Moves the bytes of deleted rows to the trash. What fails here is left to the sweep. */
async function discardBytes({ log, storage }: RemovingDeps, storageKeys: string[]): Promise<void> {
  for (const key of storageKeys) {
    await storage.discard(key).catch((error: unknown) => log.warn({ err: error }, 'a file was not discarded'))
  }
}

/** Erases the bytes of files that never got a row. What fails here is left to the sweep. */
async function eraseBytes({ log, storage }: RemovingDeps, stored: StoredFile[]): Promise<void> {
  for (const { storageKey } of stored) {
    await storage
      .erase(storageKey)
      .catch((error: unknown) => log.warn({ err: error }, 'a file was not erased'))
  }
}

/** Writes an accepted file to storage, outside any transaction. @returns its row */
async function storeFile(
  deps: Pick<Deps, 'clock' | 'storage'>,
  ownerId: number,
  purpose: string,
  { kind, content, contentType, originalName }: AcceptedFile,
): Promise<StoredFile> {
  const storageKey = createStorageKey(kind)
  const hash = createHash('sha256')
  const read = content.read()
  for await (const chunk of read instanceof Uint8Array ? [read] : read) hash.update(chunk)
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
 * Counts that staff open a document of a person, before it is audited.
 * @returns whether it counts
 * @throws AppError 429 after too many people in a day
 */
export type CountOpening = (
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  opening: { actorId: number; personId: number },
) => Promise<boolean>

/**
 * Finds the file of a signed link. When the viewer is not the owner, and the file is no photo, an audit log
 * entry is committed before the file is returned.
 * @param caller.viewerId whose session the call belongs to
 * @param countOpening of a document by staff
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
  const found = await findPrivateFile(deps.database, link.fileId, link.viewer)
  if (!found || !canOpenFile(found.viewer, found.file)) throw notFound()
  const { file, viewer } = found
  // A photo is no document; the audit log and its owner's list of openings are about those.
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
