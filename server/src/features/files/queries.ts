import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { prepareOnce, type Reader } from '../../platform/database/database.ts'
import { users } from '../people/index.ts'
import type { FileKind } from './checking/file-kind.ts'
import { files } from './tables.ts'

const fileColumns = {
  id: files.id,
  ownerId: files.ownerId,
  contentType: files.contentType,
  bytes: files.bytes,
  storageKey: files.storageKey,
  originalName: files.originalName,
  kind: files.kind,
  purpose: files.purpose,
  sha256: files.sha256,
}

/** The columns that serving a file needs. */
export type FileRow = Pick<typeof files.$inferSelect, keyof typeof fileColumns>

/**
 * Finds a file that is not public (a document, an evidence file, an export or a hidden avatar) together with
 * the viewer's account; null if one of the two does not exist.
 */
export async function findPrivateFile(reader: Reader, fileId: string, viewerId: number) {
  const [row] = await reader
    .select({
      file: fileColumns,
      viewer: { id: users.id, staffRole: users.staffRole, isActive: users.isActive },
    })
    .from(files)
    .innerJoin(users, eq(users.id, viewerId))
    .where(
      and(eq(files.id, fileId), or(inArray(files.kind, ['document', 'evidence', 'export']), files.isHidden)),
    )
  return row ?? null
}

const avatarQuery = prepareOnce('avatar', (reader) =>
  reader
    .select(fileColumns)
    .from(files)
    .innerJoin(users, eq(users.id, files.ownerId))
    .where(
      and(
        eq(files.id, sql.placeholder('fileId')),
        eq(files.kind, 'avatar'),
        users.isActive,
        eq(files.isHidden, false),
      ),
    ),
)

/** Finds an avatar of an active person. */
export async function findAvatar(reader: Reader, fileId: string): Promise<FileRow | null> {
  return (await avatarQuery(reader).execute({ fileId }))[0] ?? null
}

/** @returns those of the storage keys that have a row */
export async function listStorageKeysInUse(reader: Reader, keys: string[]): Promise<Set<string>> {
  const rows = await reader
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(inArray(files.storageKey, keys))
  return new Set(rows.map((row) => row.storageKey))
}

/** Finds the rows of files by their ids. */
export function findFiles(reader: Reader, ids: readonly string[]): Promise<(typeof files.$inferSelect)[]> {
  return reader
    .select()
    .from(files)
    .where(inArray(files.id, [...ids]))
}

/** A person's files, of one kind or of all, in the order of their upload. */
export function listFiles(
  reader: Reader,
  { ownerId, kind }: { ownerId: number; kind?: FileKind },
): Promise<FileRow[]> {
  return reader
    .select(fileColumns)
    .from(files)
    .where(and(eq(files.ownerId, ownerId), kind && eq(files.kind, kind)))
    .orderBy(asc(files.createdAt), asc(files.id))
}
