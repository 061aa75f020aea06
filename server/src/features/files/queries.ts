import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'
import { files } from './tables.ts'

const shown = {
  id: files.id,
  ownerId: files.ownerId,
  contentType: files.contentType,
  bytes: files.bytes,
  storageKey: files.storageKey,
  originalName: files.originalName,
  kind: files.kind,
}

/** A file's row as far as showing it needs. */
export type ShownFile = {
  id: string
  ownerId: number
  contentType: string
  bytes: number
  storageKey: string
  originalName: string
  kind: 'avatar' | 'document' | 'evidence'
}

/** A document together with the person who wants to see it; null when either is not there. */
export async function findDocumentForViewer(reader: Reader, fileId: string, viewerId: number) {
  const [found] = await reader
    .select({ document: shown, viewer: { id: users.id, role: users.role, isActive: users.isActive } })
    .from(files)
    .innerJoin(users, eq(users.id, viewerId))
    .where(and(eq(files.id, fileId), inArray(files.kind, ['document', 'evidence'])))
  return found ?? null
}

/** Finds avatars by their id; every card of every list asks for one. */
export function avatarFinder(database: Database): (fileId: string) => Promise<ShownFile | null> {
  const find = database
    .select(shown)
    .from(files)
    .where(and(eq(files.id, sql.placeholder('fileId')), eq(files.kind, 'avatar')))
    .prepare('avatar')
  return async (fileId) => (await find.execute({ fileId }))[0] ?? null
}

/** Those of the storage keys that a row points to. */
export async function storageKeysInUse(reader: Reader, keys: string[]): Promise<Set<string>> {
  const rows = await reader
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(inArray(files.storageKey, keys))
  return new Set(rows.map((row) => row.storageKey))
}
