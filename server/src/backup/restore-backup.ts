import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { migrate } from '../migrate.ts'
import { listMigrations, readMigrationState } from '../platform/database/migrate.ts'
import { VERSION } from '../platform/version.ts'
import type { Storage } from '../ports/storage/port.ts'
import { isIntact } from './hashed-file.ts'
import { type Manifest, readManifest, toStoredFilePath, toTablePath } from './manifest.ts'
import { secureRestored } from './secure-restored.ts'
import { loadFiles, requireFreeStorage } from './stored-files.ts'
import { connect, listTables, loadTables, readLedgerSums, setSequences } from './tables.ts'

/**
 * Reads a backup's manifest, and checks that the backup is whole and that this version can restore it.
 * @throws Error with a message for the operator, if it isn't whole or this version can't restore it
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const knownMigrations = listMigrations()
  if (manifest.migrations.some((hash, index) => knownMigrations[index] !== hash)) {
    throw new Error(
      `This backup was made by Tendwell ${manifest.version}, whose tables this version (${VERSION}) doesn't know. ` +
        'Restore it with the version that made it, or with a later one.',
    )
  }
  const backupFiles = [
    ...manifest.tables.map((table) => ({ file: toTablePath(folder, table), ...table })),
    ...manifest.files.map((copy) => ({ file: toStoredFilePath(folder, copy.key), ...copy })),
  ]
  for (const { file, ...digest } of backupFiles) {
    if (!(await isIntact(file, digest)))
      throw new Error(`The backup is damaged: ${file} is missing or changed.`)
  }
  return manifest
}

/**
 * Fills an empty database and storage from a backup that `checkBackup` checked. After an error while loading
 * the database has no rows.
 * @param installation.isMove whether nothing happened in the installation after the backup; otherwise
 *   `secureRestored` secures what may have happened
 * @throws Error with a message for the operator, if the database or the storage isn't empty or loading fails
 * @see docs/operations.md#backup-and-restore
 */
export async function restoreBackup(
  { url, storage, now, isMove }: { url: string; storage: Storage; now: Date; isMove: boolean },
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await requireFreeStorage(storage, manifest.installationId)
  const client = await connect(url)
  try {
    await requireEmptyDatabase(client, manifest)
    await requireLoadPrivilege(client)
    // Only the backup's own migrations: later ones run after loading, because they may change its rows.
    await migrate(url, { count: manifest.migrations.length })
    await client.query('BEGIN')
    await loadTables(client, folder, manifest.tables)
    await setSequences(client, manifest.sequences)
    const sums = await readLedgerSums(client)
    if (!isDeepStrictEqual(sums, manifest.ledger)) {
      throw new Error(`The ledger's sums differ from the backup's: ${JSON.stringify(sums)}.`)
    }
    await loadFiles(storage, manifest.files, folder)
    await client.query('COMMIT')
    if (manifest.installationId) await storage.writeMarker(manifest.installationId)
    await migrate(url)
    if (!isMove) await secureRestored(client, { takenAt: new Date(manifest.takenAt), now })
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

/**
 * Requires a database without tables, or with the backup's tables but without users, such as after a restore
 * that failed.
 * @throws Error with a message for the operator
 */
async function requireEmptyDatabase(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { applied } = await readMigrationState(client)
  const isFresh = applied.length === 0 && (await listTables(client)).length === 0
  if (isFresh) return
  const isMigrated = isDeepStrictEqual(applied, migrations)
  if (isMigrated && (await client.query('SELECT FROM users LIMIT 1')).rowCount === 0) return
  throw new Error('This database is not empty. Restore into a new one, or into a new DATA_DIR.')
}

/** Requires the right to load rows without triggers. @throws Error with a message for the operator */
async function requireLoadPrivilege(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; granted: boolean }>(
    `SELECT current_user AS name,
       has_parameter_privilege(current_user, 'session_replication_role', 'SET') AS granted`,
  )
  if (rows[0]?.granted) return
  throw new Error(
    `The role "${rows[0]?.name}" may not load rows without triggers. As a superuser, run: ` +
      `GRANT SET ON PARAMETER session_replication_role TO "${rows[0]?.name}"`,
  )
}
