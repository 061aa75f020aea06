import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { readMigrationState } from '../platform/database/migrate.ts'
import { VERSION } from '../platform/version.ts'
import type { Storage } from '../ports/storage/port.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { dumpFiles, type FileRow } from './stored-files.ts'
import { connect, dumpTables, readLedgerSums, readSequences } from './tables.ts'

/**
 * Writes a backup of an installation, whose server may run, into a folder: all tables as of one moment, and
 * the stored files that these tables name.
 * @param folder gets its name when the backup is complete; until then it is `<folder>.partial`
 * @throws Error with a message for the operator, if the folder is not empty or another backup is being
 *   written
 * @see docs/operations.md#backup-and-restore
 */
export async function createBackup(
  { url, storage, now }: { url: string; storage: Storage; now: Date },
  folder: string,
): Promise<Omit<Manifest, 'format'>> {
  await requireFreeFolder(folder)
  const partialFolder = `${folder}.partial`
  if (existsSync(partialFolder)) {
    throw new Error(
      `${partialFolder} is what another backup has written so far. If none is running, delete it.`,
    )
  }
  await mkdir(path.join(partialFolder, 'tables'), { recursive: true, mode: 0o700 })
  try {
    await mkdir(path.join(partialFolder, 'files'), { mode: 0o700 })
    const { fileRows, ...database } = await withSnapshot(url, (client) => dumpDatabase(client, partialFolder))
    const files = await dumpFiles(storage, fileRows, partialFolder)
    const manifest = { version: VERSION, takenAt: now.toISOString(), ...database, ...files }
    await writeManifest(partialFolder, manifest)
    // Removes an empty folder of that name, which the renamed one replaces.
    await rmdir(folder).catch(() => {})
    await rename(partialFolder, folder)
    return manifest
  } catch (error) {
    await rm(partialFolder, { recursive: true, force: true })
    throw error
  }
}

/** @throws Error with a message for the operator, if there are files in the folder; it may be missing */
async function requireFreeFolder(folder: string): Promise<void> {
  const fileNames = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (fileNames.length > 0) throw new Error(`${folder} is not empty. Name a new folder for each backup.`)
}

/** Does some work on a connection that sees the database as of one moment. */
async function withSnapshot<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies the tables into the folder.
 * @returns what the manifest says of the database, and the files that it names (`fileRows`)
 */
async function dumpDatabase(client: pg.Client, folder: string) {
  const { applied } = await readMigrationState(client)
  const tables = await dumpTables(client, folder)
  const sequences = await readSequences(client)
  const ledger = await readLedgerSums(client)
  const { rows: fileRows } = await client.query<FileRow>(
    'SELECT storage_key AS key, sha256 FROM files ORDER BY 1',
  )
  const { rows: factRows } = await client.query<{ postgres: string; id: string | null }>(
    `SELECT current_setting('server_version') AS postgres,
       (SELECT value ->> 'id' FROM platform_state WHERE key = 'installation') AS id`,
  )
  const { postgres = '', id: installationId = null } = factRows[0] ?? {}
  return { postgres, installationId, migrations: applied, tables, sequences, ledger, fileRows }
}
