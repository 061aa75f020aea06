/**
 * `npm run backup -- --to FOLDER`: copies the database and the stored files of an installation, whose server
 * may run.
 * @see docs/operations.md#backup-and-restore
 */
import path from 'node:path'
import { createBackup } from '../backup/create-backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { formatError } from '../platform/log.ts'
import { openStorage } from '../ports/storage/open.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

const USAGE = 'Usage: npm run backup -- --to FOLDER'

function describeBackup({ tables, files }: Pick<Manifest, 'tables' | 'files'>, folder: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = [...tables, ...files].reduce((sum, written) => sum + written.bytes, 0)
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `The backup is complete: ${tables.length} tables with ${rows} rows and ${files.length} files, ${size} in ${folder}.\n`
}

/**
 * @returns the exit code: 0 if all was copied, 1 if no backup was made, 2 if the storage lacks files
 */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  try {
    const { config, values } = readCommand(terminal, { to: { type: 'string' } })
    if (!values.to) throw new Error(USAGE)
    const folder = path.resolve(values.to)
    const storage = await openStorage(config)
    const source = await openInstallation(terminal, config)
    const manifest = await createBackup({ url: source.url, storage, now: new Date() }, folder).finally(() =>
      source.close(),
    )
    terminal.stdout.write(describeBackup(manifest, folder))
    if (manifest.lostFiles.length === 0) return 0
    terminal.stderr.write(
      `${storage.name} lacks files of the database, or has others: ${manifest.lostFiles.join(', ')}\n`,
    )
    return 2
  } catch (error) {
    terminal.stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
