/**
 * `npm run restore -- --from FOLDER`: fills an empty database and an empty storage from a backup, and ends
 * access that may have been ended after the backup. With `--for move` it only restores, for an installation
 * in which nothing happened after the backup. `--recovered TIME` secures a database that was brought back to
 * a moment by other means.
 * @see docs/operations.md#backup-and-restore
 */
import path from 'node:path'
import { HOUR_MS } from '@tendwell/contract/time'
import { z } from 'zod'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'
import { secureRestored } from '../backup/secure-restored.ts'
import { connect } from '../backup/tables.ts'
import { verifyLedgerAt } from '../features/reconciliation/index.ts'
import type { Config } from '../platform/config/config.ts'
import { describeDatabase, openDatabaseSource } from '../platform/database/source.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openStorage } from '../ports/storage/open.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

const USAGE = 'Usage: npm run restore -- --from FOLDER [--for move], or npm run restore -- --recovered TIME'
const SECURED =
  'Everyone has to log in again, open links in mails no longer work, new ids begin later, and payouts and refunds under way are ' +
  'looked up at the provider first.\n'

/**
 * Secures a database after a point-in-time recovery: ends sessions and mailed links, and raises the next ids.
 * @param time the moment that the database was brought back to, as ISO 8601 with a zone
 */
async function secureRecovered(terminal: Omit<Terminal, 'stdin'>, config: Config, time: string) {
  const takenAt = z.iso.datetime({ offset: true }).safeParse(time)
  if (!takenAt.success) throw new Error('--recovered needs a time such as 2026-11-23T07:00:00Z.')
  const source = await openInstallation(terminal, config)
  const client = await connect(source.url)
  try {
    await secureRestored(client, { takenAt: new Date(takenAt.data), now: new Date() })
    terminal.stdout.write(`Secured. ${SECURED}`)
  } finally {
    await client.end()
    await source.close()
  }
}

/** @returns the exit code: 0 if all was restored, 1 if nothing was, 2 if the restored ledger is not sound */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config, values } = readCommand(terminal, {
      from: { type: 'string' },
      for: { type: 'string' },
      recovered: { type: 'string' },
    })
    const isMove = values.for === 'move'
    if ((values.from === undefined) === (values.recovered === undefined)) throw new Error(USAGE)
    if (values.for !== undefined && (!isMove || values.recovered !== undefined)) throw new Error(USAGE)
    if (values.recovered !== undefined) {
      await secureRecovered(terminal, config, values.recovered)
      return 0
    }
    if (!values.from) throw new Error(USAGE)
    const folder = path.resolve(values.from)
    const manifest = await checkBackup(folder)
    stderr.write(`Database: ${describeDatabase(config)}\n`)
    const source = await openDatabaseSource(config, { create: true })
    try {
      const storage = await openStorage(config)
      await restoreBackup({ url: source.url, storage, now: new Date(), isMove }, folder, manifest)
      stdout.write(
        `Restored the backup of ${manifest.takenAt}: ${manifest.tables.length} tables and ${manifest.files.length} files. ` +
          'Rows, ledger sums and hashes are those of the backup.\n' +
          (isMove ? '' : SECURED) +
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
