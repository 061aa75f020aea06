/**
 * `npm run files:sweep`: moves stored files without a row to the trash, however many they are.
 * @see docs/operations.md#files
 */
import { sweepStorage } from '../features/files/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openStorage } from '../ports/storage/open.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

/** @returns the exit code: 0 if the files were swept, 1 if not */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  try {
    const { config } = readCommand(terminal, {})
    const storage = await openStorage(config)
    const source = await openInstallation(terminal, config)
    const database = openDatabase(source.url, createLog('error'), { max: 2 })
    const swept = await sweepStorage({ database, storage }, { isConfirmed: true }).finally(async () => {
      await database.$client.end()
      await source.close()
    })
    terminal.stdout.write(`Moved ${swept.discarded} files to the trash, where they stay for 30 days.\n`)
    return 0
  } catch (error) {
    terminal.stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
