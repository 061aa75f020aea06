import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { randomToken } from '../../platform/secrets.ts'
import { audit } from '../accounts/index.ts'
import type { AcceptedFile } from './accepted-file.ts'
import { canOpenFile } from './access.ts'
import { type FileLink, isValidFileLink } from './links.ts'
import { type FileRow, findPrivateFile } from './queries.ts'
import type { StoredFile } from './store.ts'

/**
 * Writes an accepted file to storage, outside any transaction.
 * @returns the row to pass to `insertFile`; without it, the sweep removes the bytes
 */
export async function storeFile(
  deps: Pick<Deps, 'clock' | 'storage'>,
  ownerId: number,
  { kind, content, contentType, originalName }: AcceptedFile,
): Promise<StoredFile> {
  const storageKey = randomToken()
  const hash = createHash('sha256')
  const read = content.read()
  for await (const chunk of read instanceof Uint8Array ? [read] : read) hash.update(chunk)
  await deps.storage.put(storageKey, content.read())
  return {
    id: randomUUID(),
    ownerId,
    kind,
    contentType,
    bytes: content.bytes,
    sha256: hash.digest('hex'),
    storageKey,
    originalName,
    createdAt: deps.clock.now(),
  }
}

/**
 * Finds the file of a signed link. When the viewer is not the owner, an audit log entry is committed before the file
 * is returned.
 * @throws AppError 404 for a link that is forged or expired, and for a viewer who may not open the file (any more)
 * @see docs/rules/profiles-and-files.md#file-links
 */
export async function openFileLink(deps: Deps, link: FileLink, address: string): Promise<FileRow> {
  if (!isValidFileLink(deps, link)) throw notFound()
  const found = await findPrivateFile(deps.database, link.fileId, link.viewer)
  if (!found || !canOpenFile(found.viewer, found.file)) throw notFound()
  const { file, viewer } = found
  if (viewer.id !== file.ownerId) {
    await withTransaction(deps.database, (transaction) =>
      audit(transaction, {
        at: deps.clock.now(),
        actorId: viewer.id,
        action: 'document.opened',
        subject: `user:${file.ownerId}`,
        after: { file: file.id },
        address,
      }),
    )
  }
  return file
}
