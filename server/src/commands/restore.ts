/**
 * `npm run restore -- --from FOLDER`: fills an empty database and an empty storage from a backup.
 * @see docs/operations.md#backup-and-restore
 */
import path from 'node:path'
import { HOUR_MS } from '@tendwell/contract/time'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'
import { verifyLedgerAt } from '../features/reconciliation/index.ts'
import { readCommand, type Terminal } from '../platform/command.ts'
import { describeDatabase, openDatabaseSource } from '../platform/database-source.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openStorage } from '../ports/storage/open.ts'

const USAGE = 'Usage: npm run restore -- --from FOLDER'

/** @returns the exit code: 0 if all was restored, 1 if nothing was, 2 if the restored ledger is not sound */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config, values } = readCommand(terminal, { from: { type: 'string' } })
    if (!values.from) throw new Error(USAGE)
    const folder = path.resolve(values.from)
    const manifest = await checkBackup(folder)
    stderr.write(`Database: ${describeDatabase(config)}\n`)
    const source = await openDatabaseSource(config, { create: true })
    try {
      const storage = await openStorage(config)
      await restoreBackup({ url: source.url, storage }, folder, manifest)
      stdout.write(
        `Restored the backup of ${manifest.takenAt}: ${manifest.tables.length} tables and ${manifest.files.length} files. ` +
          'Rows, ledger sums and hashes are those of the backup.\n' +
          'Start with the APP_SECRET of the installation that was backed up (without one, its DATA_DIR/app-secret).\n',
      )
      const { problems } = await verifyLedgerAt(source.url, createLog('error'), HOUR_MS)
      if (problems.length === 0) return 0
      stderr.write(`The ledger was not sound when it was backed up:\n  ${problems.join('\n  ')}\n`)
      return 2
    } finally {
      await source.close()
    }
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
