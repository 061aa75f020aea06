/**
 * What a backup's folder holds: `manifest.json`, a file for each table in `tables`, the stored files in
 * `files`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { formatError } from '../platform/log.ts'

const FORMAT = 1
const FILE_NAME = 'manifest.json'

const written = { bytes: z.number(), sha256: z.string() }

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of Tendwell that made it. */
  version: z.string(),
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
      ...written,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  ledger: z.record(z.string(), z.string()),
  files: z.array(z.object({ key: z.string(), ...written })),
  /** Keys of rows whose file the storage had lost, or had with other bytes. */
  lostFiles: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>

export function tablePath(folder: string, { schema, name }: { schema: string; name: string }): string {
  return path.join(folder, 'tables', `${schema}.${name}.gz`)
}

export function storedFilePath(folder: string, key: string): string {
  return path.join(folder, 'files', key)
}

/** The manifest is written last, so a folder with one is complete. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`
  await writeFile(path.join(folder, FILE_NAME), text, { mode: 0o600, flush: true })
}

/** @throws Error with a message for the operator, if there is no complete backup in the folder */
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
