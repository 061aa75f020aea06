import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { randomToken } from '../../platform/secrets.ts'
import { audit } from '../accounts/index.ts'
import type { Accepted } from './content.ts'
import { isGoodLink, type Link } from './links.ts'
import { mayOpenDocument } from './policy.ts'
import { findDocumentForViewer, type ShownFile } from './queries.ts'
import type { StoredFile } from './store.ts'

/**
 * Stores an accepted file's bytes, before any transaction: the row follows by `insertFile`. Should it never come,
 * the sweep takes the bytes away.
 */
export async function storeFile(
  deps: Pick<Deps, 'clock' | 'storage'>,
  ownerId: number,
  { kind, content, contentType, originalName }: Accepted,
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
 * The document that a signed link opens. An admin's opening of another person's is written down before anything is
 * shown (decisions §3).
 * @throws AppError 404 for a link that is forged or has ended, and for a person who may not see it any more
 */
export async function openDocument(deps: Deps, link: Link, address: string): Promise<ShownFile> {
  if (!isGoodLink(deps, link)) throw notFound()
  const found = await findDocumentForViewer(deps.database, link.fileId, link.viewer)
  if (!found || !mayOpenDocument(found.viewer, found.document)) throw notFound()
  const { document, viewer } = found
  if (viewer.id !== document.ownerId) {
    await withTransaction(deps.database, (transaction) =>
      audit(transaction, {
        at: deps.clock.now(),
        actorId: viewer.id,
        action: 'document.opened',
        subject: `user:${document.ownerId}`,
        after: { file: document.id },
        address,
      }),
    )
  }
  return document
}
