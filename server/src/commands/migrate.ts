/**
 * `npm run migrate`: migrates the database and exits, so that a deployment can do it before its processes start.
 * @see docs/operations.md#processes
 */
import { readCommand, type Terminal } from '../platform/command.ts'
import { describeDatabase, openDatabaseSource } from '../platform/database-source.ts'
import { formatError } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'

/** @returns the exit code */
export async function run(terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config } = readCommand(terminal, {})
    stderr.write(`Database: ${describeDatabase(config)}\n`)
    const source = await openDatabaseSource(config, { create: true })
    await migrate(source.url).finally(() => source.close())
    stdout.write('The database has the tables of this version.\n')
    return 0
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
