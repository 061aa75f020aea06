import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Database, type Reader, withTransaction } from '../../../platform/database/database.ts'
import { platformState } from '../../../platform/database/tables.ts'
import type { Storage } from '../../../ports/storage/port.ts'
import { listStorageKeysInUse } from '../queries.ts'

const STATE_KEY = 'installation'
const EXAMINED_FILES = 100

/** What the database stores: an id, and whether a storage has been marked with it. */
type Installation = { id: string; isMarked: boolean }

/** Thrown if the database and the storage do not belong together. */
export class WrongStorageError extends Error {
  constructor(problem: string) {
    super(
      `${problem} A database and its files belong together, and every node uses the same two. Check DATABASE_URL and DATA_DIR or S3_BUCKET.`,
    )
  }
}

/**
 * Makes sure that the files in the storage belong to this database, by an id that both have. At the first
 * start the id is made and written into both.
 * @throws WrongStorageError if the storage belongs to another database
 * @see docs/operations.md#files
 */
export async function claimStorage(database: Database, storage: Storage): Promise<void> {
  const newInstallation: Installation = { id: randomUUID(), isMarked: false }
  await database
    .insert(platformState)
    .values({ key: STATE_KEY, value: newInstallation })
    .onConflictDoNothing()
  // If two nodes start for the first time with different folders, the lock lets only one mark its folder.
  await withTransaction(database, async (transaction) => {
    const [row] = await transaction
      .select()
      .from(platformState)
      .where(eq(platformState.key, STATE_KEY))
      .for('update')
    const installation = row?.value as Installation
    if (installation.isMarked) return requireMarker(storage, installation.id)
    if ((await storage.readMarker()) === null) {
      if (await hasUnknownFiles(transaction, storage)) throw otherDatabase(storage)
      await storage.writeMarker(installation.id)
    }
    await requireMarker(storage, installation.id)
    await transaction
      .update(platformState)
      .set({ value: { ...installation, isMarked: true } })
      .where(eq(platformState.key, STATE_KEY))
  })
}

/** Makes sure that a storage still carries this database's marker. @throws WrongStorageError */
export async function requireOwnStorage(database: Database, storage: Storage): Promise<void> {
  const [row] = await database.select().from(platformState).where(eq(platformState.key, STATE_KEY))
  await requireMarker(storage, (row?.value as Installation | undefined)?.id)
}

/** Makes sure that a copy of `from` may be made in `to`. @throws WrongStorageError */
export async function requireCopyTarget(database: Database, from: Storage, to: Storage): Promise<void> {
  await requireOwnStorage(database, from)
  const marker = await to.readMarker()
  if (marker !== null && marker !== (await from.readMarker())) throw otherDatabase(to)
}

/** Marks a complete copy with the same id as its source, so that it can be used. */
export async function markCopy(from: Storage, to: Storage): Promise<void> {
  const marker = await from.readMarker()
  if (marker !== null) await to.writeMarker(marker)
}

/** @throws WrongStorageError if a storage has no marker, or that of another installation */
async function requireMarker(storage: Storage, id: string | undefined): Promise<void> {
  const marker = await storage.readMarker()
  if (marker === id) return
  if (marker !== null) throw otherDatabase(storage)
  throw new WrongStorageError(`The files of this database are not in ${storage.name}: it carries no marker.`)
}

function otherDatabase(storage: Storage): WrongStorageError {
  return new WrongStorageError(`The files in ${storage.name} belong to another database.`)
}

/**
 * Whether an unmarked storage has files of which none belongs to this database. (Files of an early version,
 * which did not mark its storage, do belong to it.) Looks at the first 100 files.
 */
async function hasUnknownFiles(reader: Reader, storage: Storage): Promise<boolean> {
  const keys: string[] = []
  for await (const { key } of storage.list()) {
    keys.push(key)
    if (keys.length === EXAMINED_FILES) break
  }
  return keys.length > 0 && (await listStorageKeysInUse(reader, keys)).size === 0
}
