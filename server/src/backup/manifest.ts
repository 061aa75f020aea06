/**
 * The manifest of a backup. A backup's folder has `manifest.json`, a file for each table in `tables`, and the
 * stored files in `files`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { formatError } from '../platform/log.ts'

const FORMAT = 1
const FILE_NAME = 'manifest.json'

const digestFields = { bytes: z.number(), sha256: z.string() }

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of Tendwell that made the backup. */
  version: z.string(),
  /** The version of PostgreSQL. */
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  installationId: z.string().nullable(),
  /** The hashes of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      ...digestFields,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** As `readLedgerSums` reads them. */
  ledger: z.record(z.string(), z.string()),
  files: z.array(z.object({ key: z.string(), ...digestFields })),
  /** The storage keys of files that the storage had lost or changed when the backup was made. */
  lostFiles: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The path of a table's file in a backup's folder. */
export function toTablePath(folder: string, { schema, name }: { schema: string; name: string }): string {
  return path.join(folder, 'tables', `${schema}.${name}.gz`)
}

/** The path of a stored file in a backup's folder. @param key in the storage */
export function toStoredFilePath(folder: string, key: string): string {
  return path.join(folder, 'files', key)
}

/** Writes the manifest. This is the last step of a backup, so a folder with a manifest is complete. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`
  await writeFile(path.join(folder, FILE_NAME), text, { mode: 0o600, flush: true })
}

/**
 * Reads the manifest of a backup.
 * @throws Error with a message for the operator, if the backup isn't complete
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, FILE_NAME)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no complete backup in ${folder}: it has no ${FILE_NAME}.`)
  })
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} is damaged, or of another version: ${formatError(error)}`)
  }
}
